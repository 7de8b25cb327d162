package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.Finding;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A topic that is deleted and made anew under its name: rows of a log that no longer exists are never served. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TopicMadeAnewIT {

    private static final Map<String, String> COMPACT = Map.of("cleanup.policy", "compact");
    private static final int OLD_RECORDS = 1_000;
    private static final int OLD_ROWS = 300;
    private static final RowKey NEW_ROW = RowKey.of("A1001", "I02");
    private static final RowKey OLD_ROW = RowKey.of("A1002", "I02");

    /** All that is logged at WARN and above while a topic is made anew, Kafka's lines too: tens, not thousands. */
    private static final int NO_TIGHT_LOOP = 200;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private TopicSurgery surgery;
    private TableInstance subject;

    @BeforeEach
    void fillOldTopic(KeyfoldKafka newKafka, @TempDir Path stateDir) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        surgery = new TopicSurgery(kafka, contract.topic());
        subject = new TableInstance(kafka, kafka.uniqueName("anew"), contract, stateDir);
        write(OLD_RECORDS, "A1002");
    }

    @AfterEach
    void close() {
        subject.close();
    }

    /** That many records of as many rows as fit, the first of them an order's of that name. */
    private void write(int records, String first) {
        BulkRows.write(kafka, contract, records, i -> {
            int row = i % OLD_ROWS;
            return row == 0 ? first : first + "-" + row;
        });
    }

    /** UC-55: while it runs. */
    @Test
    void topic_madeAnewWhileRead_isRebuiltAndNeverMixed() throws InterruptedException {
        subject.start();
        assertThat(subject.table().get(OLD_ROW)).isInstanceOf(Answer.Found.class);

        try (LogWatch log = LogWatch.begin()) {
            surgery.makeAnew(1, COMPACT);
            write(1, "A1001");
            await().atMost(TableUnderTest.PATIENCE).until(() -> {
                assertNotMixed();
                return subject.table().get(NEW_ROW) instanceof Answer.Found;
            });

            System.out.println("lines logged: " + log.lines().size());
            log.lines().stream().distinct().limit(20).forEach(line -> System.out.println("  " + line));
            assertThat(log.lines()).as("no tight loop").hasSizeLessThan(NO_TIGHT_LOOP);
        }
        assertOnlyTheNewRow();
    }

    /** UC-55: over a restart. */
    @Test
    void topic_madeAnewWhileStopped_isRebuilt() throws InterruptedException {
        subject.start();
        subject.close();
        surgery.makeAnew(1, COMPACT);
        write(1, "A1001");

        try (LogWatch log = LogWatch.begin()) {
            subject.start();

            assertThat(log.lines()).as("no tight loop").hasSizeLessThan(NO_TIGHT_LOOP);
        }
        assertOnlyTheNewRow();
    }

    /** UC-55: the same, rebuilt while it ran and then started again: no surgery is needed. */
    @Test
    void topic_madeAnewWhileRead_isKeptOverARestart() throws InterruptedException {
        subject.start();
        surgery.makeAnew(1, COMPACT);
        write(1, "A1001");
        await().atMost(TableUnderTest.PATIENCE).until(() -> subject.table().get(NEW_ROW) instanceof Answer.Found);

        assertThat(subject.table().findings()).extracting(Finding::id).contains("topic-made-anew");

        subject.restart();

        assertThat(subject.rebuilt()).as("nothing to be made anew any more").isEmpty();
        assertThat(subject.table().findings()).extracting(Finding::id).doesNotContain("topic-made-anew");
        assertThat(subject.table().scan(Scan.all()).rows()).hasSize(1);
    }

    /** UC-55, worse: the new topic has grown past the stored offset, so that no offset is out of range. */
    @Test
    void topic_madeAnewAndGrownPastTheOffset_isRebuilt() throws InterruptedException {
        subject.start();
        subject.close();
        surgery.makeAnew(1, COMPACT);
        write(OLD_RECORDS + 500, "A1001");

        subject.start();

        assertRebuilt();
        assertThat(subject.table().get(OLD_ROW)).isInstanceOf(Answer.Absent.class);
        assertThat(subject.table().count(Scan.all().limit(Scan.MAX_LIMIT)).rows())
                .isEqualTo(OLD_ROWS);
    }

    /** UC-55, worse, while it runs. */
    @Test
    void topic_madeAnewAndGrownWhileRead_isRebuilt() throws InterruptedException {
        subject.start();
        surgery.makeAnew(1, COMPACT);
        write(OLD_RECORDS + 500, "A1001");

        await().atMost(TableUnderTest.PATIENCE).until(() -> {
            assertNotMixed();
            return subject.table().get(NEW_ROW) instanceof Answer.Found
                    && subject.table().count(Scan.all().limit(Scan.MAX_LIMIT)).rows() == OLD_ROWS;
        });

        assertRebuilt();
        assertThat(subject.table().get(OLD_ROW)).isInstanceOf(Answer.Absent.class);
    }

    /** UC-55: gone for a while. */
    @Test
    void topic_thatIsGone_isSaidToBeUntilItIsBack() throws InterruptedException {
        subject.start();
        surgery.delete();
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(subject.table().get(OLD_ROW))
                        .isInstanceOfSatisfying(
                                Answer.NotReady.class,
                                answer -> assertThat(answer.reason()).contains("does not exist any more")));
        assertThat(subject.table().status().isReady()).isFalse();
        assertThat(subject.table().status().isLive()).isTrue();

        surgery.create(1, COMPACT);
        write(1, "A1001");

        await().atMost(TableUnderTest.PATIENCE).until(() -> subject.table().get(NEW_ROW) instanceof Answer.Found);
        assertOnlyTheNewRow();
    }

    /** Rows and offsets are of one contract: with another they may decode otherwise, or be bad. */
    @Test
    void contract_changedSince_isRebuilt(@TempDir Path stateDir) throws InterruptedException {
        String name = kafka.uniqueName("contract");
        try (TableInstance before = new TableInstance(kafka, name, contract, stateDir)) {
            before.start();
        }
        TableContract changed = new TableContract(
                contract.name(),
                contract.topic(),
                contract.keyColumns(),
                contract.valueFields(),
                contract.valueJson(),
                contract.columns().subList(0, contract.columns().size() - 1),
                contract.requirements());
        try (TableInstance after = new TableInstance(kafka, name, changed, stateDir)) {
            after.start();

            assertThat(after.rebuilt()).containsExactly("the contract has changed since");
            assertThat(after.table().count(Scan.all().limit(Scan.MAX_LIMIT)).rows())
                    .isEqualTo(OLD_ROWS);
        }
    }

    private void assertNotMixed() {
        Page<RowJson> page = subject.table().scan(Scan.all().limit(Scan.MAX_LIMIT));
        assertThat(page.rows().stream()
                        .map(row -> row.key().values().get(0).toString().substring(0, 5))
                        .distinct())
                .as("orders of one topic alone")
                .hasSizeLessThanOrEqualTo(1);
    }

    private void assertOnlyTheNewRow() {
        assertRebuilt();
        assertThat(subject.table().get(NEW_ROW)).isInstanceOf(Answer.Found.class);
        assertThat(subject.table().get(OLD_ROW)).isInstanceOf(Answer.Absent.class);
        assertThat(subject.table().scan(Scan.all()).rows()).hasSize(1);
    }

    private void assertRebuilt() {
        assertThat(subject.rebuilt())
                .isEqualTo(List.of("topic " + contract.topic() + " was deleted and made anew since"));
    }
}
