package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.PartitionState;
import io.keyfold.metrics.LogEnd;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A topic that is never quiet: there is no moment at which nothing is left to read. */
@ExtendWith(KeyfoldKafkaExtension.class)
class SteadyTrafficIT {

    private static final int ROWS = 1_000;

    @Test
    void start_underTrafficWithoutAPause_becomesReady(KeyfoldKafka kafka, @TempDir Path directory)
            throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        AtomicBoolean ended = new AtomicBoolean();
        try (BulkOrders writer = new BulkOrders(kafka.bootstrapServers(), contract.topic());
                Instances instances = Instances.of(kafka, contract, directory)) {
            writer.upsert(0, ROWS, 0);
            writer.flush();
            instances.start("one").close();
            Thread traffic = new Thread(() -> write(writer, ended), "traffic");
            traffic.start();
            try {
                UpsertConsumer restarted = instances.start("one");

                assertThat(instances.table(restarted).status().partitions())
                        .singleElement()
                        .satisfies(partition -> assertThat(partition.state()).isEqualTo(PartitionState.READY));
                assertThat(tellings(instances.table(restarted)))
                        .as("no transaction is open")
                        .allSatisfy(end -> assertThat(end.waiting()).isEmpty());
                assertThat(traffic.isAlive()).as("it was written all the while").isTrue();
            } finally {
                ended.set(true);
                TestThreads.join(traffic);
            }
        }
    }

    /** Where the log ends, as the broker tells it four times in a row. */
    private static List<LogEnd> tellings(UpsertTable<?> table) {
        Map<Instant, LogEnd> byTime = new LinkedHashMap<>();
        await().atMost(TableUnderTest.PATIENCE).until(() -> {
            LogEnd end = table.status().partitions().get(0).logEnd();
            if (end.lastStableOffset().isPresent()) {
                byTime.putIfAbsent(end.toldAt().orElseThrow(), end);
            }
            return byTime.size() == 4;
        });
        return List.copyOf(byTime.values());
    }

    /** As fast as the broker takes it, which is faster than it is read. */
    private static void write(BulkOrders writer, AtomicBoolean ended) {
        for (int version = 1; !ended.get(); version++) {
            writer.upsert(0, ROWS, version);
        }
    }
}
