package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.error.StartException;
import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A group whose offsets expired beside a store that kept its own: nothing is lost, nothing is read twice. */
@ExtendWith(KeyfoldKafkaExtension.class)
class GroupGoneIT {

    private static final int OLD = 400;
    private static final int NEW = 30;

    @TempDir
    Path stateDir;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private TopicSurgery surgery;

    @BeforeEach
    void fillTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        String name = kafka.createTopic("dwd_order_item", 1, Map.of("cleanup.policy", "compact"));
        contract = TableContracts.named("dwd_order_item").withTopic(name);
        surgery = new TopicSurgery(kafka, name);
        BulkRows.write(kafka, contract, OLD, i -> "A" + i);
    }

    private TableInstance mirror() {
        String deadLetters = kafka.createTopic("dead-letters", 1);
        return new TableInstance(kafka, kafka.uniqueName("group"), contract, stateDir, deadLetters, builder -> builder);
    }

    private TableInstance derived(String name) {
        String deadLetters = kafka.createTopic("dead-letters", 1);
        return new TableInstance(
                kafka,
                name,
                contract,
                stateDir,
                deadLetters,
                builder -> builder.materialization(Materialization.CHANGELOG)
                        .topology((streams, tables) -> count(tables.table("dwd_order_item"))));
    }

    private static void count(KTable<RowKey, Row<RowJson>> table) {
        table.toStream()
                .map((key, row) -> KeyValue.pair("all", 1L))
                .groupByKey(Grouped.with(Serdes.String(), Serdes.Long()))
                .reduce(Long::sum, Materialized.as("updates"));
    }

    /** UC-57: a mirror restores only what is missing, and no change is told again. */
    @Test
    void mirror_groupGoneBesideItsStore_restoresOnlyWhatIsMissing() throws InterruptedException {
        Queue<RowChange<RowJson>> changes = new ConcurrentLinkedQueue<>();
        try (TableInstance subject = mirror()) {
            subject.start();
            subject.leave();
            surgery.deleteGroup(subject.mirrorGroup());
            BulkRows.write(kafka, contract, NEW, i -> "B" + i);

            subject.build().table(contract.name()).subscribe(changes::add);
            subject.consumer().start();
            assertThat(subject.consumer().awaitReady(TableUnderTest.PATIENCE)).isTrue();
            BulkRows.write(kafka, contract, 1, i -> "C" + i);
            await().atMost(TableUnderTest.PATIENCE).until(() -> !changes.isEmpty());

            assertThat(subject.partition(0).restored()).isEqualTo(NEW);
            assertThat(subject.table().status().counts().read()).isEqualTo(NEW + 1L);
            assertThat(subject.table().count(Scan.all().limit(Scan.MAX_LIMIT)).rows())
                    .isEqualTo(OLD + NEW + 1L);
            assertThat(changes).extracting(change -> change.key()).containsExactly(RowKey.of("C0", "I02"));
            assertThat(subject.rebuilt()).isEmpty();
        }
    }

    /** UC-57: its place in Kafka Streams' own topics is gone as well, and what lies there would be derived twice. */
    @Test
    void changelogTable_groupGoneBesideItsStore_isRefusedInWords() throws InterruptedException {
        String name = kafka.uniqueName("group");
        try (TableInstance subject = derived(name)) {
            subject.start();
            awaitUpdates(subject, OLD);
            subject.leave();
            surgery.deleteGroup(name);

            assertRefused(subject, name);
        }
    }

    /** UC-57: as above and without its disk: the changelog tells that it was there before. */
    @Test
    void changelogTable_groupAndDiskGone_isRefusedInWords() throws InterruptedException {
        String name = kafka.uniqueName("group");
        try (TableInstance subject = derived(name)) {
            subject.start();
            awaitUpdates(subject, OLD);
            subject.leave();
            subject.wipe();
            surgery.deleteGroup(name);

            assertRefused(subject, name);
        }
    }

    private static void assertRefused(TableInstance subject, String name) {
        assertThatThrownBy(() -> subject.build().start())
                .isInstanceOf(StartException.class)
                .hasMessageContainingAll(
                        "group " + name + " has no offsets any more",
                        name + "-dwd_order_item-changelog has records",
                        "what is derived from the table cannot be made right from here");
    }

    /** UC-57: not mistaken for a group that is new: disk and group kept, the changelog goes on exactly. */
    @Test
    void changelogTable_diskGone_derivesNothingTwice() throws InterruptedException {
        String name = kafka.uniqueName("group");
        try (TableInstance subject = derived(name)) {
            subject.start();
            awaitUpdates(subject, OLD);
            subject.stop();
            subject.wipe();
            BulkRows.write(kafka, contract, NEW, i -> "B" + i);

            subject.start();

            awaitUpdates(subject, OLD + NEW);
            assertThat(subject.table().status().counts().inserted()).isEqualTo(NEW);
        }
    }

    /** UC-57: a mirror in the same place is made anew. */
    @Test
    void mirror_groupAndRecordsGone_isRebuilt() throws InterruptedException {
        try (TableInstance subject = mirror()) {
            subject.start();
            subject.leave();
            surgery.deleteGroup(subject.mirrorGroup());
            BulkRows.write(kafka, contract, NEW, i -> "B" + i);
            surgery.loseRecordsBefore(0, OLD + 10);

            subject.start();

            assertThat(subject.rebuilt()).hasSize(1).first().asString().startsWith("records " + OLD + "-");
            assertThat(subject.table().get(RowKey.of("A1", "I02"))).isInstanceOf(Answer.Absent.class);
            assertThat(subject.table().count(Scan.all()).rows()).isEqualTo(NEW - 10L);
        }
    }

    private static void awaitUpdates(TableInstance subject, long expected) {
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(updates(subject)).isEqualTo(expected));
    }

    private static long updates(TableInstance subject) {
        return subject
                .consumer()
                .derived()
                .query(StateQueryRequest.inStore("updates").withQuery(KeyQuery.<String, Long>withKey("all")))
                .getPartitionResults()
                .values()
                .stream()
                .filter(result -> result.isSuccess() && result.getResult() != null)
                .mapToLong(result -> result.getResult())
                .sum();
    }
}
