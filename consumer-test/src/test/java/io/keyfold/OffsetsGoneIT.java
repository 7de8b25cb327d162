package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.error.StartException;
import io.keyfold.query.Answer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records that are gone before they were read: what was deleted or changed by them is never served as if it were fresh. */
@ExtendWith(KeyfoldKafkaExtension.class)
class OffsetsGoneIT {

    private static final Map<String, String> COMPACT = Map.of("cleanup.policy", "compact");
    private static final int READ = 500;
    private static final int LOG_START = 900;
    private static final int END = 1_000;
    private static final RowKey DELETED = RowKey.of("A1001", "I02");
    private static final RowKey CHANGED = RowKey.of("A1002", "I02");
    private static final RowKey RETAINED = RowKey.of("C3001", "I07");

    @TempDir
    Path stateDir;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private TopicSurgery surgery;
    private UpsertTopic topic;

    @BeforeEach
    void fillTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        String name = kafka.createTopic("dwd_order_item", 1, COMPACT);
        contract = TableContracts.named("dwd_order_item").withTopic(name);
        new TopicSurgery(kafka, name + ".dlq").create(1, Map.of());
        surgery = new TopicSurgery(kafka, name);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        topic.upsert(Map.of("order_id", "A1001", "item_id", "I02"));
        topic.upsert(Map.of("order_id", "A1002", "item_id", "I02"));
        BulkRows.write(kafka, contract, READ - 2, i -> "F" + i % 50);
    }

    @AfterEach
    void close() {
        topic.close();
        new TopicSurgery(kafka, contract.topic() + ".dlq").delete();
    }

    private TableInstance instance(Materialization materialization) {
        return new TableInstance(
                kafka,
                kafka.uniqueName("gone"),
                contract,
                stateDir,
                builder -> builder.materialization(materialization));
    }

    /** Offsets 500-899 hold a delete of A1001 and a change of A1002 and go; 950 is C3001's. */
    private void writeOnAndExpire() {
        topic.tombstone("A1001", "I02");
        topic.upsert(Map.of("order_id", "A1002", "item_id", "I02", "quantity", 2));
        BulkRows.write(kafka, contract, 950 - READ - 2, i -> "F" + i % 50);
        assertThat(topic.upsert(Map.of("order_id", "C3001", "item_id", "I07")).offset())
                .isEqualTo(950);
        BulkRows.write(kafka, contract, END - 951, i -> "F" + i % 50);
        surgery.loseRecordsBefore(0, LOG_START);
    }

    private String sentence() {
        return "records 500-899 of partition 0 of topic " + contract.topic()
                + " are gone, and with them deletes that may have been among them";
    }

    /** UC-57: while it was stopped. */
    @Test
    void records_goneWhileStopped_areSaidToBeAndTheTableIsRebuilt() throws InterruptedException {
        try (TableInstance subject = instance(Materialization.SOURCE_TOPIC)) {
            subject.start();
            assertThat(subject.table().get(DELETED)).isInstanceOf(Answer.Found.class);
            subject.stop();
            assertThat(surgery.committed(subject.mirrorGroup())).containsExactly(Map.entry(0, (long) READ));
            writeOnAndExpire();

            subject.start();

            assertThat(subject.rebuilt()).containsExactly(sentence());
            assertThat(subject.table().get(RETAINED)).isInstanceOf(Answer.Found.class);
            assertThat(subject.table().get(DELETED)).isInstanceOf(Answer.Absent.class);
            assertThat(subject.table().get(CHANGED)).isInstanceOf(Answer.Absent.class);
        }
    }

    /** UC-57: while it ran and was behind, frozen as a machine that is out of breath. */
    @Test
    void records_goneBeforeALaggingReader_areSaidToBeAndTheTableIsRebuilt() throws InterruptedException {
        try (ConsumerProcess subject = process().start().awaitStarted()) {
            awaitFound(subject, "A1001 I02");
            subject.freeze();
            // The fetch that waits at the broker is answered with the first record; what lies behind it was never read.
            writeOnAndExpire();
            subject.thaw();

            awaitFound(subject, "C3001 I07");
            assertThat(subject.ask("status"))
                    .containsPattern("rebuilt=Optional\\[records 5\\d\\d-899 of partition 0 of topic "
                            + contract.topic() + " are gone");
            assertThat(subject.ask("get A1001 I02")).startsWith("Absent[");
            assertThat(subject.ask("get A1002 I02")).startsWith("Absent[");
        }
    }

    private ConsumerProcess.Setting process() {
        return new ConsumerProcess.Setting(kafka, kafka.uniqueName("gone"), contract, stateDir);
    }

    private static void awaitFound(ConsumerProcess subject, String key) {
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> subject.ask("get " + key).startsWith("Found["));
    }

    /** UC-57: never latest, and none only by what it says itself; the setting is refused by name. */
    @ParameterizedTest
    @CsvSource({
        "main.consumer.auto.offset.reset,latest",
        "main.consumer.auto.offset.reset,none",
        "consumer.auto.offset.reset,latest",
        "consumer.auto.offset.reset,none",
        "auto.offset.reset,latest",
        "auto.offset.reset,none"
    })
    void autoOffsetReset_ofTheUsers_isRefusedByName(String property, String value) {
        UpsertConsumerBuilder builder = UpsertConsumer.builder("gone")
                .bootstrapServers(kafka.bootstrapServers())
                .table(contract)
                .streamsOverrides(Map.of(property, value));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "streamsOverrides: " + property + " (expected: a property that Keyfold does not own itself)");
    }

    /** UC-57: what is derived cannot be made right from here. */
    @Test
    void changelogTable_recordsGoneWhileStopped_isRefusedInWords() throws InterruptedException {
        try (TableInstance subject = instance(Materialization.CHANGELOG)) {
            subject.start();
            subject.stop();
            writeOnAndExpire();

            assertThatThrownBy(() -> subject.build().start())
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining(sentence() + "; what is derived from the table cannot be made right");
        }
    }

    /** UC-57, while it ran: it stops, with the same sentence. */
    @Test
    void changelogTable_recordsGoneBeforeALaggingReader_stopsInWords() throws InterruptedException {
        try (ConsumerProcess subject =
                process().start("materialization=CHANGELOG").awaitStarted()) {
            awaitFound(subject, "A1001 I02");
            subject.freeze();
            writeOnAndExpire();
            subject.thaw();

            await().atMost(TableUnderTest.PATIENCE)
                    .until(() ->
                            subject.ask("status").contains("failure=Optional[Cannot read dwd_order_item: records 5"));
            assertThat(subject.ask("get A1001 I02")).startsWith("NotReady[");
        }
    }
}
