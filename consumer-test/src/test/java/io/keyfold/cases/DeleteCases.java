package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowKind;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Cases of deletes: a null value deletes, always, and nothing else does. */
@ExtendWith(KeyfoldKafkaExtension.class)
class DeleteCases {

    private static KeyfoldKafka kafka;

    @BeforeAll
    static void useBroker(KeyfoldKafka broker) {
        kafka = broker;
    }

    /** UC-07: after every record, by key, in the listing, in the count and in the user's list. */
    @Test
    void row_insertedUpdatedDeletedAndInsertedAgain_isThereWhenItShouldBe() {
        CaseResult uc07 = CaseRun.of(kafka, "uc_07");

        assertOnlyRow(uc07.after(1), "\"quantity\":1");
        assertOnlyRow(uc07.after(2), "\"quantity\":2");
        assertNoRow(uc07.after(3));
        assertOnlyRow(uc07.after(4), "\"quantity\":3");
        assertThat(uc07.after(4).text("A1001", "I02")).contains("REOPENED");
        assertNoRow(uc07.after(5));
        uc07.assertSameThroughout();
    }

    /** UC-07: what a subscriber hears. */
    @Test
    void changes_ofALifecycle_areOnePerRecord() {
        CaseResult uc07 = CaseRun.of(kafka, "uc_07");

        assertThat(uc07.changes())
                .extracting(RowChange::kind)
                .containsExactly(RowKind.INSERT, RowKind.UPDATE, RowKind.DELETE, RowKind.INSERT, RowKind.DELETE);
        assertThat(uc07.changes()).extracting(RowChange::position).isEqualTo(uc07.written());
        uc07.assertLettersOf();
    }

    private static void assertOnlyRow(CaseView view, String content) {
        String text = view.text("A1001", "I02");
        assertThat(text).contains(content);
        assertThat(view.listedTexts()).containsExactly(text);
        assertThat(view.ofUser()).extracting(row -> row.value().text()).containsExactly(text);
        assertThat(view.count()).isEqualTo(1);
    }

    private static void assertNoRow(CaseView view) {
        assertThat(view.absent("A1001", "I02").mark()).isEmpty();
        assertThat(view.listed()).isEmpty();
        assertThat(view.ofUser()).isEmpty();
        assertThat(view.count()).isZero();
    }

    /** UC-08. */
    @Test
    void tombstones_ofUnknownKeysAndRepeated_leaveNoTrace() {
        CaseResult uc08 = CaseRun.of(kafka, "uc_08");

        for (CaseView view : List.of(uc08.after(1), uc08.after(3), uc08.after(4), uc08.live(), uc08.wiped())) {
            assertNoRow(view);
            assertThat(view.absent("A1002", "I02").mark()).isEmpty();
        }
        uc08.assertSameThroughout();
    }

    /** UC-08: one of a key that was never seen, two repeats; counted, and no dead letters. */
    @Test
    void tombstones_ofUnknownKeysAndRepeated_areCounted() {
        CaseResult uc08 = CaseRun.of(kafka, "uc_08");

        assertThat(uc08.live().counts().deletesOfNothing()).isEqualTo(3);
        assertThat(uc08.live().counts().deleted()).isEqualTo(1);
        assertThat(uc08.live().findingIds()).isEmpty();
        uc08.assertLettersOf();
    }

    /** UC-09. */
    @Test
    void nullLiteral_isADeadLetterAndTheRowStaysMarked() {
        CaseResult uc09 = CaseRun.of(kafka, "uc_09");

        uc09.assertLettersOf(2);
        assertThat(uc09.detail(2)).isEqualTo("JSON null literal is not a tombstone");
        assertThat(uc09.letter(2).value()).asString().isEqualTo("null");
        assertThat(uc09.after(2).text("A1001", "I02")).contains("\"quantity\":1");
        assertThat(uc09.after(2).row("A1001", "I02").mark())
                .contains(uc09.mark(2, "JSON null literal is not a tombstone"));
    }

    /** UC-09: beside it a real tombstone deletes; restarted and rebuilt alike. */
    @Test
    void nullLiteralAndTombstone_restartedAndWiped_areToldApart() {
        CaseResult uc09 = CaseRun.of(kafka, "uc_09");

        assertThat(uc09.after(3).text("C3001", "I07")).contains("\"quantity\":1");
        assertThat(uc09.live().absent("C3001", "I07").mark()).isEmpty();
        assertThat(uc09.live().count()).isEqualTo(1);
        uc09.assertSameThroughout();
    }

    /** UC-11: there is no more lenient setting for what is no JSON. */
    @Test
    void tornValue_neverDeletesAndMarksTheRow() {
        CaseResult uc11 = CaseRun.of(kafka, "uc_11");

        assertThat(uc11.live().text("A1001", "I02")).contains("\"quantity\":1");
        assertThat(uc11.live().row("A1001", "I02").mark()).contains(uc11.mark(2, "not valid JSON at byte 53"));
        assertThat(uc11.live().text("A1002", "I02")).contains("\"quantity\":4");
        uc11.assertSameThroughout();
    }

    /** UC-11: bytes, timestamp, coordinates and the place of the fault. */
    @Test
    void tornValue_isADeadLetterWithAllThatItCameWith() {
        CaseResult uc11 = CaseRun.of(kafka, "uc_11");

        uc11.assertLettersOf(2);
        CaseLetter letter = uc11.letter(2);
        assertThat(letter.key()).asString().isEqualTo("{\"order_id\":\"A1001\",\"item_id\":\"I02\"}");
        assertThat(letter.value())
                .asString()
                .isEqualTo("{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"quantity\":2,\"amo");
        assertThat(letter.timestampMs()).isEqualTo(1705286401000L);
        assertThat(letter.header("timestamp")).isEqualTo("1705286401000");
        assertThat(letter.header("part")).isEqualTo("value");
        assertThat(letter.reason()).isEqualTo("not-json");
        assertThat(letter.header("at-byte")).isEqualTo("53");
    }
}
