package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.Finding;
import io.keyfold.health.Severity;
import io.keyfold.query.Answer;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Topics that are configured, laid out or written to in ways that will hurt: each is told, and is not any more once it is mended. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TopicFindingsIT {

    /** So short that the configuration is read every few seconds. */
    private static final String RETENTION_MS = "8000";

    private static final int PARTITIONS = 6;

    /** One in sixteen of them is sampled, of which a thousand are needed. */
    private static final int RECORDS = 20_000;

    private static Optional<Finding> finding(UpsertTable<?> table, String id) {
        return table.findings().stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst();
    }

    private static void awaitFinding(UpsertTable<?> table, String id, Severity severity, String part) {
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(finding(table, id)).hasValueSatisfying(finding -> {
                    assertThat(finding.severity()).isEqualTo(severity);
                    assertThat(finding.sentence()).contains(part);
                }));
    }

    private static void awaitNone(UpsertTable<?> table, String... ids) {
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() ->
                        assertThat(table.findings()).extracting(Finding::id).doesNotContain(ids));
    }

    @Test
    void settings_thatWillHurt_areFoundUntilTheyAreMended(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        String name = kafka.createTopic(
                "dwd_order_item",
                1,
                Map.of(
                        "cleanup.policy",
                        "compact",
                        "delete.retention.ms",
                        RETENTION_MS,
                        "min.compaction.lag.ms",
                        "172800000",
                        "min.cleanable.dirty.ratio",
                        "0.9",
                        "max.message.bytes",
                        "2000000"));
        TableContract contract = TableContracts.named("dwd_order_item").withTopic(name);
        String letters = kafka.createTopic("dead-letters", 1, Map.of("retention.ms", "-1"));
        try (TableInstance subject = new TableInstance(
                kafka, kafka.uniqueName("settings"), contract, stateDir, letters, builder -> builder)) {
            UpsertTable<?> table = subject.start();

            awaitFinding(table, "compaction-lag", Severity.WARNING, "min.compaction.lag.ms=172800000");
            awaitFinding(table, "slow-compaction", Severity.INFO, "min.cleanable.dirty.ratio=0.9");
            awaitFinding(table, "dead-letter-size", Severity.WARNING, "takes 1048588 bytes");
            awaitFinding(table, "replication", Severity.INFO, "the cluster has no other");

            TopicSurgery topic = new TopicSurgery(kafka, name);
            topic.configure("min.compaction.lag.ms", "0");
            topic.configure("max.compaction.lag.ms", "604800000");
            new TopicSurgery(kafka, letters).configure("max.message.bytes", "2065536");

            awaitNone(table, "compaction-lag", "slow-compaction", "dead-letter-size");
        }
    }

    /** Written before the start, the records are loaded and not sampled; those that come after it are. */
    @Test
    void writer_ofOneKeyAboveAll_isFoundByItsPartitionAndItsRow(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        try (BulkOrders writer = new BulkOrders(kafka.bootstrapServers(), contract.topic());
                TableInstance subject = new TableInstance(kafka, kafka.uniqueName("skewed"), contract, stateDir)) {
            write(writer);
            UpsertTable<?> table = subject.start();
            RowKey hot = BulkOrders.key(0);
            int home = position(table, hot).partition();

            awaitFinding(
                    table, "partition-skew", Severity.WARNING, "partition " + contract.topic() + "-" + home + " has");
            assertThat(finding(table, "hot-keys")).isEmpty();

            write(writer);

            awaitFinding(table, "hot-keys", Severity.WARNING, "% are of the key of the row at ");
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    finding(table, "hot-keys").orElseThrow().sentence())
                            .contains("the row at " + position(table, hot) + ":")
                            .doesNotContain("A00000000"));
        }
    }

    private static RecordPosition position(UpsertTable<?> table, RowKey key) {
        return ((Answer.Found<?>) table.get(key)).row().position();
    }

    /** Nine of ten are versions of one row. */
    private static void write(BulkOrders writer) {
        for (int i = 0; i < RECORDS; i++) {
            writer.upsert(i % 10 == 0 ? i : 0, i);
        }
        writer.flush();
    }
}
