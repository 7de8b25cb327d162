package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.Finding;
import io.keyfold.health.PartitionDiagnosis;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.Severity;
import io.keyfold.health.TableStatus;
import io.keyfold.query.Answer;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.SourceTables;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.StreamsBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thread that stands still in the user's topology is named while what is there is served. The table is dead only when the group has
 * given its partitions away, and alive again when the thread goes on.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class StuckReaderIT {

    private static final int PARTITIONS = 3;

    /** The thread counts as stuck after half of it, and as given up after all. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(16);

    @Test
    void thread_thatStandsStill_isNamedThenDeadThenAliveAgain(KeyfoldKafka kafka, @TempDir Path stateDir) {
        TableContract items = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        Wedge wedge = new Wedge("A2");
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), items);
                UpsertConsumer consumer = consumer(kafka, stateDir, items, wedge);
                wedge) {
            UpsertTable<RowJson> table = consumer.table(items.name());
            write(topic, "A1");
            consumer.start();
            await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> assertReads(table, RowKey.of("A1", "I1")));

            write(topic, "A2");
            await().atMost(TableUnderTest.PATIENCE).until(wedge::isReached);
            await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> assertStuck(table));
            await().atMost(TableUnderTest.PATIENCE).untilAsserted(() -> assertDead(table));

            wedge.close();
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertReads(table, RowKey.of("A1", "I1"), RowKey.of("A2", "I1")));
        }
    }

    private static UpsertConsumer consumer(KeyfoldKafka kafka, Path stateDir, TableContract items, Wedge wedge) {
        return UpsertConsumer.builder(kafka.uniqueName("stuck"))
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .materialization(Materialization.CHANGELOG)
                .streamsOverrides(Map.of("max.poll.interval.ms", Long.toString(LONGEST_PAUSE.toMillis())))
                .table(items)
                .topology(wedge::build)
                .build();
    }

    private static void write(UpsertTopic topic, String order) {
        topic.upsert(Map.of("order_id", order, "item_id", "I1", "user_id", "U1", "quantity", 1));
    }

    /** It is alive and ready, nothing holds it, and rows are found. */
    private static void assertReads(UpsertTable<RowJson> table, RowKey... keys) {
        TableStatus status = table.status();
        assertThat(status.isLive()).isTrue();
        assertThat(status.isReady()).isTrue();
        assertThat(status.partitions())
                .hasSize(PARTITIONS)
                .extracting(PartitionStatus::state)
                .containsOnly(PartitionState.READY);
        assertThat(findings(table)).isEmpty();
        assertThat(keys).allSatisfy(key -> assertThat(table.get(key)).isInstanceOf(Answer.Found.class));
    }

    private static List<Finding> findings(UpsertTable<RowJson> table) {
        return table.findings().stream()
                .filter(finding -> List.of("reader-stuck", "table-stopped").contains(finding.id()))
                .toList();
    }

    private static void assertStuck(UpsertTable<RowJson> table) {
        assertThat(findings(table)).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("reader-stuck");
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.sentence())
                    .startsWith("the thread ")
                    .contains("-StreamThread-1 has not asked for records for ")
                    .contains("; it is in " + Wedge.class.getName() + ".standsStill, line ");
            assertThat(finding.since()).isPresent();
        });
        TableStatus status = table.status();
        assertThat(status.isLive()).isTrue();
        assertThat(status.isReady()).isTrue();
        assertThat(status.partitions()).hasSize(PARTITIONS).allSatisfy(partition -> {
            assertThat(partition.state()).isEqualTo(PartitionState.LAGGING);
            assertThat(partition.diagnosis().verdict()).isEqualTo(Verdict.READER_STUCK);
            assertThat(partition.diagnosis().sentence()).contains(Wedge.class.getName());
        });
        assertThat(table.get(RowKey.of("A1", "I1"))).isInstanceOf(Answer.Found.class);
    }

    private static void assertDead(UpsertTable<RowJson> table) {
        TableStatus status = table.status();
        assertThat(status.isLive()).isFalse();
        assertThat(status.failure().orElseThrow())
                .startsWith("Cannot read ")
                .contains(Wedge.class.getName())
                .contains("longer than max.poll.interval.ms");
        assertThat(status.partitions())
                .extracting(PartitionStatus::diagnosis)
                .extracting(PartitionDiagnosis::verdict)
                .containsOnly(Verdict.FAILED);
        assertThat(findings(table)).extracting(Finding::id).contains("table-stopped");
        assertThat(table.get(RowKey.of("A1", "I1")))
                .isInstanceOfSatisfying(
                        Answer.NotReady.class, none -> assertThat(none.reason()).contains("others have it"));
    }

    /** The user's topology, in which one order waits until it is closed: before the consumer, which would wait for the thread. */
    private static final class Wedge implements AutoCloseable {

        private final String order;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        Wedge(String order) {
            this.order = order;
        }

        void build(StreamsBuilder builder, SourceTables tables) {
            tables.table("dwd_order_item", OrderItem.class).toStream().foreach((key, item) -> {
                if (key.values().get(0).equals(order)) {
                    standsStill();
                }
            });
        }

        private void standsStill() {
            reached.countDown();
            try {
                boolean opened = open.await(5, TimeUnit.MINUTES);
                assertThat(opened).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        boolean isReached() {
            return reached.getCount() == 0;
        }

        @Override
        public void close() {
            open.countDown();
        }
    }
}
