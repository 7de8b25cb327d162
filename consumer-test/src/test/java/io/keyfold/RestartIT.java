package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it reads restores what its last commit lacked when it comes back, and nothing else. */
@ExtendWith(KeyfoldKafkaExtension.class)
class RestartIT {

    private static final int PARTITIONS = 3;

    @Test
    void restart_afterAKillAmidTraffic_restoresWhatTheLastCommitLacked(KeyfoldKafka kafka, @TempDir Path directory)
            throws Exception {
        killAndRestart(kafka, directory, 20_000);
    }

    @Test
    @Tag("soak")
    void restart_ofAMillionRowsAfterAKill_answersWithinFiveSeconds(KeyfoldKafka kafka, @TempDir Path directory)
            throws Exception {
        Duration firstAnswer = killAndRestart(kafka, directory, 1_000_000);

        assertThat(firstAnswer).isLessThan(Duration.ofSeconds(5));
    }

    private static Duration killAndRestart(KeyfoldKafka kafka, Path directory, int rows) throws Exception {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        TableProcess.Settings settings = new TableProcess.Settings(
                kafka.uniqueName("restart"), contract.topic(), directory, 64L << 20, List.of("-Xmx512m"));
        String group = settings.consumer() + "-" + contract.name();

        try (PacedOrders traffic =
                new PacedOrders(kafka.bootstrapServers(), contract.topic(), rows, System.nanoTime())) {
            traffic.writeAll();
            try (TableProcess killed = TableProcess.start(kafka, settings, "one", rows - 1)) {
                report("first start of " + rows + " rows", killed);
                traffic.begin();
                CommitWatch watch = new CommitWatch(kafka.admin(), group, contract.topic());
                await().atMost(TableUnderTest.PATIENCE).until(() -> watch.moves(PARTITIONS) >= 3);
                killed.kill();
                Map<Integer, Long> missing = watch.lastSteps();

                try (TableProcess restarted = TableProcess.start(kafka, settings, "one", rows - 1)) {
                    Started after = report("restart of " + rows + " rows", restarted);
                    traffic.end();

                    System.out.println(
                            "restart of " + rows + " rows: restored " + after.restored() + " of at most " + missing);
                    assertThat(after.restored().keySet()).isEqualTo(missing.keySet());
                    assertThat(after.restored())
                            .allSatisfy((partition, restored) ->
                                    assertThat(restored).isLessThanOrEqualTo(missing.getOrDefault(partition, -1L)));
                    awaitRead(kafka, contract, restarted);
                    assertThat(restarted.ask("digest", "digest")).containsExactly(traffic.digest());
                    restarted.end("close");
                    return Duration.ofMillis(after.foundMs());
                }
            }
        }
    }

    private record Started(long foundMs, Map<Integer, Long> restored) {}

    private static Started report(String what, TableProcess process) {
        long foundMs = Long.parseLong(process.await("found")[0]);
        String[] ready = process.await("ready");
        System.out.println(what + ": first answer after " + foundMs + " ms, ready after " + ready[0] + " ms, restored "
                + ready[1]);
        return new Started(foundMs, TableProcess.byPartition(ready[1]));
    }

    private static void awaitRead(KeyfoldKafka kafka, TableContract contract, TableProcess process) {
        Map<Integer, Long> ends = TopicEnds.lastStable(kafka.admin(), contract.topic());
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> TableProcess.byPartition(process.ask("status", "status")[0])
                        .equals(ends));
    }
}
