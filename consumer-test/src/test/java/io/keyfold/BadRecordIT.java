package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

/** Promise 5, nothing silent: a bad record deletes nothing, stops nothing, and is a dead letter, a count and a mark. */
@ExtendWith(KeyfoldKafkaExtension.class)
class BadRecordIT {

    private static final String KEY = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}";
    private static final String GOOD = "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"quantity\":1,\"amount\":10.00}";
    private static final RowKey ROW = RowKey.of("A1001", "I02");

    private KeyfoldKafka kafka;
    private TableUnderTest subject;
    private UpsertTopic topic;
    private DeadLetterReader deadLetters;

    @BeforeEach
    void start(KeyfoldKafka newKafka, @TempDir Path stateDir) throws InterruptedException {
        kafka = newKafka;
        subject = TableUnderTest.uncompacted(kafka, stateDir, TableContracts.named("dwd_order_item"), 1);
        topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract());
        deadLetters = new DeadLetterReader(kafka.bootstrapServers(), subject.deadLetterTopic());
        subject.start();
    }

    @AfterEach
    void stop() {
        deadLetters.close();
        topic.close();
        subject.close();
    }

    @Test
    void badValue_forPresentRow_keepsTheRowMarkedAndIsADeadLetter() throws InterruptedException {
        topic.rawText(KEY, GOOD);
        RecordPosition bad = topic.rawText(KEY, "{torn");
        topic.rawText("{\"order_id\":\"A1002\",\"item_id\":\"I02\"}", "{\"order_id\":\"A1002\",\"item_id\":\"I02\"}");
        subject.awaitCaughtUp();

        assertMarked(bad);
        assertThat(subject.table().get(RowKey.of("A1002", "I02"))).isInstanceOf(Answer.Found.class);
        assertThat(subject.table().status().counts().deadLettered()).isEqualTo(Map.of("not-json", 1L));
        DeadLetterReader.Letter letter = deadLetters.next();
        assertThat(letter.key()).isEqualTo(KEY.getBytes(UTF_8));
        assertThat(letter.value()).isEqualTo("{torn".getBytes(UTF_8));
        assertThat(letter.headers())
                .containsEntry("keyfold.table", "dwd_order_item")
                .containsEntry("keyfold.topic", subject.topic())
                .containsEntry("keyfold.partition", "0")
                .containsEntry("keyfold.offset", Long.toString(bad.offset()))
                .containsEntry("keyfold.part", "value")
                .containsEntry("keyfold.reason", "not-json")
                .containsEntry("keyfold.detail", "not valid JSON at byte 2")
                .containsEntry("keyfold.at-byte", "2")
                .containsKey("keyfold.timestamp");

        subject.restart();
        assertMarked(bad);
        subject.restartWiped();
        assertMarked(bad);
    }

    private void assertMarked(RecordPosition bad) {
        Answer<RowJson> answer = subject.table().get(ROW);
        assertThat(answer).isInstanceOf(Answer.Found.class);
        Answer.Found<RowJson> found = (Answer.Found<RowJson>) answer;
        assertThat(found.row().value().text()).isEqualTo(GOOD);
        assertThat(found.row().mark()).contains(new RowMark(bad, "not valid JSON at byte 2"));
    }

    @Test
    void badValue_thenGoodValue_clearsTheMark() {
        topic.rawText(KEY, GOOD);
        topic.rawText(KEY, "null");
        topic.rawText(KEY, GOOD);
        subject.awaitCaughtUp();

        Answer.Found<RowJson> found = (Answer.Found<RowJson>) subject.table().get(ROW);
        assertThat(found.row().mark()).isEmpty();
        assertThat(found.row().position().offset()).isEqualTo(2);
    }

    @Test
    void badValue_forAbsentRow_isAbsentWithTheMarkAndUnlisted() {
        RecordPosition bad = topic.rawText(KEY, "");
        subject.awaitCaughtUp();

        Answer.Absent<RowJson> absent = (Answer.Absent<RowJson>) subject.table().get(ROW);
        assertThat(absent.mark()).contains(new RowMark(bad, "there are no bytes, or only white space"));
        assertThat(subject.rows(subject.table())).isEmpty();
    }

    @Test
    void badKeys_areDeadLettersThatTouchNoRow() {
        topic.rawText(KEY, GOOD);
        topic.rawText("{\"order_id\":null,\"item_id\":\"I02\"}", null);
        topic.rawText(null, GOOD);
        topic.raw(new byte[] {(byte) 0xFF, 0}, GOOD.getBytes(UTF_8));
        topic.rawText("{\"order_id\":\"A1001\",\"order_id\":\"A1002\",\"item_id\":\"I02\"}", GOOD);
        subject.awaitCaughtUp();

        assertThat(subject.rows(subject.table())).hasSize(1);
        assertThat(subject.table().status().counts().deadLettered())
                .isEqualTo(Map.of("null-column", 1L, "null-key", 1L, "not-utf8", 1L, "duplicate-field", 1L));
        assertThat(deadLetters.next().headers())
                .containsEntry("keyfold.part", "key")
                .containsEntry("keyfold.detail", "key column order_id is null");
        assertThat(deadLetters.next().headers()).containsEntry("keyfold.reason", "null-key");
        assertThat(deadLetters.next().key()).isEqualTo(new byte[] {(byte) 0xFF, 0});
    }

    /** The broker takes the bad record, and would not take it with a dead letter's headers: the letter is cut. */
    @Test
    void badValue_asLargeAsTheBrokerTakes_isADeadLetterThatSaysHowLongItWas() {
        int length = 1_048_000;
        topic.rawText(KEY, "x".repeat(length));
        topic.rawText(KEY, GOOD);
        subject.awaitCaughtUp();

        assertThat(subject.table().get(ROW)).isInstanceOf(Answer.Found.class);
        DeadLetterReader.Letter letter = deadLetters.next();
        assertThat(letter.headers())
                .containsEntry("keyfold.reason", "not-json")
                .containsEntry("keyfold.value-bytes", Integer.toString(length));
        assertThat(letter.value()).hasSizeGreaterThan(1_040_000).hasSizeLessThan(length);
    }

    @Test
    void goodValue_asLargeAsTheBrokerTakes_isARow() {
        String value = GOOD.replace("}", ",\"user_id\":\"" + "x".repeat(1_048_200) + "\"}");
        topic.rawText(KEY, value);
        subject.awaitCaughtUp();

        Answer.Found<RowJson> found = (Answer.Found<RowJson>) subject.table().get(ROW);
        assertThat(found.row().value().text()).isEqualTo(value);
    }

    @Test
    void hostileNumber_isADeadLetterLikeAnyOther() {
        topic.rawText(KEY, GOOD.replace("10.00", "100E2147483647"));
        topic.rawText(KEY, GOOD);
        subject.awaitCaughtUp();

        assertThat(subject.table().get(ROW)).isInstanceOf(Answer.Found.class);
        assertThat(deadLetters.next().headers()).containsEntry("keyfold.reason", "type-mismatch");
    }

    @Test
    void counters_afterEveryKindOfRecord_addUp() {
        topic.rawText(KEY, GOOD);
        topic.rawText(KEY, GOOD);
        topic.rawText(KEY, GOOD.replace("10.00", "11.00"));
        topic.rawText(KEY, "7");
        topic.rawText(KEY, null);
        topic.rawText(KEY, null);
        subject.awaitCaughtUp();

        await().untilAsserted(() -> {
            var counts = subject.table().status().counts();
            assertThat(counts.read()).isEqualTo(6);
            assertThat(counts.inserted()).isEqualTo(1);
            assertThat(counts.updated()).isEqualTo(1);
            assertThat(counts.deleted()).isEqualTo(1);
            assertThat(counts.unchanged()).isEqualTo(2);
            assertThat(counts.deadLetters()).isEqualTo(1);
        });
        assertThat(subject.table().get(ROW)).isInstanceOf(Answer.Absent.class);
    }
}
