package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.metrics.TableCounts;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Promise 1, one fold: what a record does to the table does not depend on who reads it, live, restoring or standing by. */
@ExtendWith(KeyfoldKafkaExtension.class)
class SameFoldIT {

    private static final List<RowKey> KEYS =
            List.of(RowKey.of("A1001", "I02"), RowKey.of("A1002", "I02"), RowKey.of("C3001", "I07"));
    private static final int RECORDS = BadBytes.RECORDS;

    @TempDir
    Path firstDir;

    @TempDir
    Path secondDir;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private String name;
    private UpsertTopic topic;
    private DeadLetterReader deadLetters;

    @BeforeEach
    void makeTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        name = kafka.uniqueName("same");
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        deadLetters = new DeadLetterReader(kafka.bootstrapServers(), contract.topic() + ".dlq");
    }

    @AfterEach
    void close() {
        deadLetters.close();
        topic.close();
    }

    /** UC-35: wiped and restored. */
    @Test
    void table_liveThenWiped_isTheSame() throws InterruptedException {
        try (TableInstance subject = new TableInstance(kafka, name, contract, firstDir)) {
            TableDump live = foldLive(subject);

            subject.restartWiped();

            assertThat(subject.partition(0).restored()).isEqualTo(RECORDS);
            assertThat(dump(subject)).isEqualTo(live);
        }
    }

    /** UC-35: the other half of the same fold, a first start over what is there already. */
    @Test
    void table_loadedInBulk_isTheSameAsLive() throws InterruptedException {
        try (TableInstance first = new TableInstance(kafka, name, contract, firstDir);
                TableInstance second = new TableInstance(kafka, kafka.uniqueName("bulk"), contract, secondDir)) {
            TableDump live = foldLive(first);

            second.start();

            assertThat(second.partition(0).restored()).isEqualTo(RECORDS);
            assertThat(dump(second)).isEqualTo(live);
        }
    }

    /** UC-35: moved to a second instance. */
    @Test
    void table_movedToAnotherInstance_isTheSame() throws InterruptedException {
        try (TableInstance first = new TableInstance(kafka, name, contract, firstDir);
                TableInstance second = new TableInstance(kafka, name, contract, secondDir)) {
            TableDump live = foldLive(first);
            first.leave();

            second.start();

            assertThat(dump(second)).isEqualTo(live);
        }
    }

    /** UC-35: a standby promoted. It has nothing to restore any more, and sends nothing, before or after. */
    @Test
    void table_ofAPromotedStandby_isTheSame() throws InterruptedException {
        try (TableInstance first = withStandby(firstDir);
                TableInstance second = withStandby(secondDir)) {
            TableDump live = foldLive(first);
            second.build().start();
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> (isActive(first) && isStandby(second)) || (isActive(second) && isStandby(first)));
            TableInstance active = isActive(first) ? first : second;
            TableInstance standby = active == first ? second : first;
            int letters = letters();

            active.leave();
            await().atMost(TableUnderTest.PATIENCE).until(() -> isActive(standby));

            assertThat(standby.partition(0).restored()).as("was there already").isZero();
            assertThat(dump(standby)).isEqualTo(live);
            assertThat(letters()).isEqualTo(letters);
        }
    }

    private static boolean isActive(TableInstance instance) {
        return instance.table().status().isReady()
                && !instance.table().status().partitions().isEmpty();
    }

    /** A standby counts what it reads, as any reader does. */
    private static boolean isStandby(TableInstance instance) {
        return counts(instance).read() >= RECORDS
                && instance.table().status().partitions().isEmpty();
    }

    private int letters() {
        return LogScan.of(kafka, contract.topic() + ".dlq", 1).size();
    }

    private TableInstance withStandby(Path directory) {
        return new TableInstance(
                kafka,
                name,
                contract,
                directory,
                builder -> builder.streamsOverrides(Map.of("num.standby.replicas", "1")));
    }

    /** UC-35: from a changelog of its own, into which no bad byte ever goes. */
    @Test
    void table_restoredFromItsChangelog_isTheSame() throws InterruptedException {
        try (TableInstance subject = new TableInstance(
                kafka, name, contract, firstDir, builder -> builder.materialization(Materialization.CHANGELOG))) {
            TableDump live = foldLive(subject);

            subject.restartWiped();

            assertThat(subject.partition(0).restored()).isPositive();
            assertThat(dump(subject)).isEqualTo(live);
            assertThat(repeats(3)).containsOnly("first");
            assertNoMoreLetters();
        }
    }

    /** UC-35: dead letters repeated on a rebuild are recognisable as repeats, and first ones as first. */
    @Test
    void deadLetters_ofARebuild_sayThatTheyMayBeRepeats() throws InterruptedException {
        try (TableInstance subject = new TableInstance(kafka, name, contract, firstDir)) {
            foldLive(subject);
            List<String> first = repeats(3);

            subject.restartWiped();

            assertThat(first).containsOnly("first");
            assertThat(repeats(3)).containsOnly("true");
            assertNoMoreLetters();
        }
    }

    /** UC-35: a first load reads by the restore, and its letters are first ones all the same. */
    @Test
    void deadLetters_ofAFirstLoad_areFirstOnes() throws InterruptedException {
        BadBytes.write(topic);
        try (TableInstance subject = new TableInstance(kafka, name, contract, firstDir)) {
            subject.start();

            assertThat(subject.partition(0).restored()).isEqualTo(RECORDS);
            assertThat(repeats(3)).containsOnly("first");
            assertNoMoreLetters();
        }
    }

    /** UC-35, promise 5: the counters add up, whoever read. */
    @Test
    void counters_ofARestore_addUp() throws InterruptedException {
        try (TableInstance subject = new TableInstance(kafka, name, contract, firstDir)) {
            foldLive(subject);
            TableCounts live = counts(subject);
            topic.rawAt(0, 1705286405000L, BadBytes.key("A1001", "I02"), BadBytes.key("A1001", "I02"));
            subject.awaitApplied(topic.rawAt(0, 1705286406000L, BadBytes.key("C3001", "I07"), null));
            subject.restartWiped();
            TableCounts restored = counts(subject);

            assertThat(live.read()).isEqualTo(RECORDS).isEqualTo(TableDump.accountedFor(live));
            assertThat(restored.read()).isEqualTo(RECORDS + 2L).isEqualTo(TableDump.accountedFor(restored));
            assertThat(restored.loaded())
                    .as("A1001's last value, C3001's delete")
                    .isGreaterThanOrEqualTo(2);
            assertThat(restored.loaded() + restored.superseded()).isEqualTo(4);
            assertThat(restored.deadLettered()).isEqualTo(live.deadLettered());
        }
    }

    private TableDump foldLive(TableInstance subject) throws InterruptedException {
        subject.start();
        subject.awaitApplied(BadBytes.write(topic));
        TableDump live = dump(subject);
        assertThat(live.forward()).hasSize(2).first().asString().contains("\"quantity\":1", "not valid JSON at byte 2");
        assertThat(live.lookups().get(1)).startsWith("absent, mark Optional[");
        return live;
    }

    private static TableDump dump(TableInstance instance) {
        return TableDump.of(instance.table(), KEYS);
    }

    private static TableCounts counts(TableInstance instance) {
        return instance.table().status().counts();
    }

    /** Of that many letters, whether they say that they may be repeats. */
    private List<String> repeats(int letters) {
        return Stream.generate(() -> deadLetters.next().headers().getOrDefault("keyfold.repeat", "first"))
                .limit(letters)
                .toList();
    }

    /** A letter of the test's own is the next: there was none before it. */
    private void assertNoMoreLetters() {
        try (UpsertTopic letters =
                UpsertTopic.open(kafka.bootstrapServers(), contract.withTopic(contract.topic() + ".dlq"))) {
            letters.rawText("the end", "");
        }
        assertThat(deadLetters.next().key()).isEqualTo("the end".getBytes(UTF_8));
    }
}
