package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Memory is bounded by the heap and by what the stores are given, whatever the table does and however much it reads. */
@ExtendWith(KeyfoldKafkaExtension.class)
class MemoryIT {

    private static final int PARTITIONS = 4;
    private static final long HEAP_BYTES = 256L << 20;
    private static final long STORE_BYTES = 64L << 20;
    private static final long DIRECT_BYTES = 64L << 20;

    /** Of the JVM itself: metaspace, compiled code, the collector's books, threads' stacks, glibc's arenas. */
    private static final long JVM_BYTES = 200L << 20;

    private static final long LIMIT_BYTES = HEAP_BYTES + STORE_BYTES + DIRECT_BYTES + JVM_BYTES;
    private static final int ROWS = 1_000_000;
    private static final int LIVE_ROUNDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    @Test
    void store_whileItLoadsAndReads_staysNearItsLimit(KeyfoldKafka kafka, @TempDir Path directory) throws Exception {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        long limit = 16L << 20;
        try (BulkOrders writer = new BulkOrders(kafka.bootstrapServers(), contract.topic());
                Instances instances = Instances.of(kafka, contract, directory)) {
            writer.upsert(0, 100_000, 0);
            writer.flush();
            UpsertConsumer consumer = instances.make("one", settings -> settings.storeMemoryBytes(limit));
            consumer.start();
            long most = mostUntilRead(kafka, contract, consumer);
            writer.upsert(0, 100_000, 1);
            writer.flush();
            most = Math.max(most, mostUntilRead(kafka, contract, consumer));

            System.out.println("store of " + limit + " bytes: used " + most + " at the most");
            assertThat(most).isPositive().isLessThanOrEqualTo(limit * 5 / 4);
        }
    }

    private static long mostUntilRead(KeyfoldKafka kafka, TableContract contract, UpsertConsumer consumer) {
        Map<Integer, Long> ends = TopicEnds.lastStable(kafka.admin(), contract.topic());
        long[] most = {0};
        await().atMost(TableUnderTest.PATIENCE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    most[0] = Math.max(most[0], consumer.storeUsage().usedBytes());
                    var partitions = consumer.table(contract.name()).status().partitions();
                    return partitions.size() == PARTITIONS
                            && partitions.stream()
                                    .allMatch(partition -> partition.position().isPresent()
                                            && partition.position().get().position()
                                                    >= ends.getOrDefault(partition.partition(), Long.MAX_VALUE));
                });
        return most[0];
    }

    @Test
    @Tag("soak")
    void process_throughLoadRestoreRebalanceAndTenMillionRecords_staysBelowItsLimit(
            KeyfoldKafka kafka, @TempDir Path directory) throws Exception {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        TableProcess.Settings settings = new TableProcess.Settings(
                kafka.uniqueName("memory"),
                contract.topic(),
                directory,
                STORE_BYTES,
                List.of("-Xmx256m", "-XX:MaxDirectMemorySize=64m"));
        List<Long> rounds = new ArrayList<>();
        try (BulkOrders writer = new BulkOrders(kafka.bootstrapServers(), contract.topic())) {
            writer.upsert(0, ROWS, 0);
            writer.flush();

            try (TableProcess loaded = TableProcess.start(kafka, settings, "loaded", 0)) {
                loaded.await("found");
                loaded.await("ready");
                check("load", loaded);
                loaded.end("leave");
            }
            // Another directory: a copy that was wiped.
            try (TableProcess process = TableProcess.start(kafka, settings, "restored", 0)) {
                process.await("found");
                process.await("ready");
                check("restore", process);

                try (TableProcess second = TableProcess.start(kafka, settings, "second", 0)) {
                    second.await("found");
                    second.await("ready");
                    awaitPartitions(process, PARTITIONS / 2);
                    awaitPartitions(second, PARTITIONS / 2);
                    check("second that joined", second);
                    second.end("leave");
                }
                awaitPartitions(process, PARTITIONS);
                check("rebalance", process);

                for (int round = 1; round <= LIVE_ROUNDS; round++) {
                    writer.upsert(0, ROWS, round);
                    writer.flush();
                    awaitRead(kafka, contract, process);
                    rounds.add(check("live round " + round, process));
                }
            }
        }
        assertThat(rounds.get(rounds.size() - 1))
                .as("does not grow: %s", rounds)
                .isLessThanOrEqualTo(rounds.get(1) + (32L << 20));
    }

    /** The most since the last check. */
    private static long check(String phase, TableProcess process) {
        long peak = process.peakBytes();
        System.out.printf(
                "%s: at the most %d MiB resident, now %d MiB, store %s bytes%n",
                phase, peak >> 20, process.residentBytes() >> 20, process.ask("status", "status")[1]);
        assertThat(peak).as(phase).isLessThanOrEqualTo(LIMIT_BYTES);
        process.forgetPeak();
        return peak;
    }

    private static void awaitPartitions(TableProcess process, int count) {
        await().atMost(PATIENCE)
                .until(() -> ready(process).size() == count && !ready(process).containsValue(-1L));
    }

    private static Map<Integer, Long> ready(TableProcess process) {
        return TableProcess.byPartition(process.ask("status", "status")[0]);
    }

    private static void awaitRead(KeyfoldKafka kafka, TableContract contract, TableProcess process) {
        Map<Integer, Long> ends = TopicEnds.lastStable(kafka.admin(), contract.topic());
        await().atMost(PATIENCE).until(() -> ready(process).equals(ends));
    }
}
