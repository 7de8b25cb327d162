package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.TableCounts;
import io.keyfold.query.Answer;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
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

/**
 * A mark, with a row or without, goes with the next good record or delete for its key; live, after a restart, and after a
 * rebuild, of a topic that has kept all its records.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class MarkIT {

    private static final RowKey ROW = RowKey.of("A1001", "I02");
    private static final RowKey OTHER = RowKey.of("A1002", "I02");
    private static final String KEY = TableModel.keyJson(ROW);
    private static final String TORN = "{torn";

    private TableUnderTest subject;
    private UpsertTopic topic;

    @BeforeEach
    void start(KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        subject = TableUnderTest.uncompacted(kafka, stateDir, TableContracts.named("dwd_order_item"), 1);
        topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract());
        subject.start();
    }

    @AfterEach
    void stop() {
        topic.close();
        subject.close();
    }

    @FunctionalInterface
    private interface Assertion {
        void check();
    }

    /** Live, restarted, wiped. */
    private void assertAlways(Assertion assertion) throws InterruptedException {
        subject.awaitCaughtUp();
        assertion.check();
        subject.restart();
        assertion.check();
        subject.restartWiped();
        assertion.check();
    }

    private Answer<RowJson> answer() {
        return subject.table().get(ROW);
    }

    private Answer.Found<RowJson> found() {
        return (Answer.Found<RowJson>) answer();
    }

    private Answer.Absent<RowJson> absent() {
        return (Answer.Absent<RowJson>) answer();
    }

    /** A row beside it, so that a rebuild restores something. */
    private void writeOther() {
        topic.rawText(TableModel.keyJson(OTHER), TableModel.keyJson(OTHER));
    }

    @Test
    void mark_ofARow_goesWithADeleteOfTheRow() throws InterruptedException {
        writeOther();
        topic.rawText(KEY, KEY);
        topic.rawText(KEY, TORN);
        topic.rawText(KEY, null);

        assertAlways(() -> assertThat(absent().mark()).isEmpty());
    }

    @Test
    void mark_withoutARow_goesWithADelete() throws InterruptedException {
        writeOther();
        topic.rawText(KEY, TORN);
        topic.rawText(KEY, null);

        assertAlways(() -> assertThat(absent().mark()).isEmpty());
    }

    @Test
    void mark_withoutARow_goesWithAGoodValue() throws InterruptedException {
        topic.rawText(KEY, TORN);
        topic.rawText(KEY, KEY);

        assertAlways(() -> assertThat(found().row().mark()).isEmpty());
    }

    @Test
    void mark_ofADeletedRow_isAMarkWithoutARow() throws InterruptedException {
        writeOther();
        topic.rawText(KEY, KEY);
        topic.rawText(KEY, null);
        RecordPosition bad = topic.rawText(KEY, TORN);

        assertAlways(() -> {
            assertThat(absent().mark()).contains(new RowMark(bad, "not valid JSON at byte 2"));
            assertThat(subject.rows(subject.table())).hasSize(1);
        });
    }

    @Test
    void mark_underASecondBadRecord_isThatOfTheSecond() throws InterruptedException {
        topic.rawText(KEY, KEY);
        topic.rawText(KEY, TORN);
        RecordPosition second = topic.rawText(KEY, "");

        assertAlways(() -> {
            assertThat(found().row().mark()).contains(new RowMark(second, "there are no bytes, or only white space"));
            assertThat(found().row().position().offset()).isZero();
        });
    }

    /** No key, an empty one, and a good one with an empty value, are dead letters; the last marks its row. */
    @Test
    void emptyKeysAndValues_areDeadLettersThatAddUp() throws InterruptedException {
        topic.rawText(KEY, KEY);
        topic.rawText(null, KEY);
        topic.rawText(null, null);
        topic.rawText("", KEY);
        topic.rawText("", null);
        RecordPosition bad = topic.rawText(KEY, "");
        topic.raw(" \t".getBytes(UTF_8), null);

        assertAlways(() -> {
            assertThat(found().row().mark()).map(RowMark::position).contains(bad);
            assertThat(subject.rows(subject.table())).hasSize(1);
            TableCounts counts = subject.table().status().counts();
            assertThat(counts.read()).isIn(0L, 7L).isEqualTo(TableDump.accountedFor(counts));
            assertThat(counts.deadLettered())
                    .isEqualTo(counts.read() == 0 ? Map.of() : Map.of("null-key", 2L, "empty", 4L));
        });
        assertThat(subject.table().status().counts().read())
                .as("by the rebuild")
                .isEqualTo(7);
    }
}
