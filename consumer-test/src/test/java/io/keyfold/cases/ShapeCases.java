package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.health.ColumnDrift;
import io.keyfold.health.Severity;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Cases of values whose shape is not the contract's, and of records without a timestamp. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ShapeCases {

    private static KeyfoldKafka kafka;

    @BeforeAll
    static void useBroker(KeyfoldKafka broker) {
        kafka = broker;
    }

    /** UC-14: the value replaces the row whole, and leaves the user's list with its user. */
    @Test
    void missingColumns_areNullAndNotThoseOfTheOlderRow() {
        CaseResult uc14 = CaseRun.of(kafka, "uc_14");

        assertThat(uc14.after(1).ofUser()).hasSize(1);
        assertThat(uc14.after(2).canonical())
                .containsExactly("{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"user_id\":null,\"sku_id\":null,"
                        + "\"quantity\":null,\"amount\":null,\"order_status\":\"SHIPPED\",\"update_time\":null}");
        assertThat(uc14.after(3).canonical())
                .containsExactly(uc14.after(2).canonical().get(0).replace("SHIPPED", "DONE"));
        assertThat(uc14.after(2).ofUser()).isEmpty();
        uc14.assertLettersOf();
        uc14.assertSameThroughout();
    }

    /** UC-14: amount was left out once, and was null once, which is not counted as left out. */
    @Test
    void missingColumns_areCountedAColumn() {
        CaseResult uc14 = CaseRun.of(kafka, "uc_14");
        String first = " records, first at " + uc14.position(2) + ")";

        assertThat(uc14.live().finding("absent-columns").sentence())
                .isEqualTo("values lack declared columns: user_id (2" + first + ", sku_id (2" + first + ", quantity (2"
                        + first + ", amount (1" + first + ", update_time (2" + first);
        assertThat(uc14.live().drift("amount", ColumnDrift.Kind.NULL)).isEqualTo(1);
        assertThat(uc14.live().drift("amount", ColumnDrift.Kind.ABSENT)).isEqualTo(1);
        assertThat(uc14.wiped().finding("absent-columns").sentence())
                .isEqualTo(uc14.live().finding("absent-columns").sentence());
    }

    /** UC-16. */
    @Test
    void envelopes_areDeadLettersAndNeverRows() {
        CaseResult uc16 = CaseRun.of(kafka, "uc_16");

        uc16.assertLettersOf(1, 2, 4);
        assertThat(uc16.letters())
                .allSatisfy(letter ->
                        assertThat(letter.detail()).startsWith("looks like a CDC envelope (before/after/op)"));
        assertThat(uc16.views()).allSatisfy(view -> assertThat(view.listed()).isEmpty());
        assertThat(uc16.changes()).isEmpty();
    }

    /** UC-16: the tombstone behind an envelope is an ordinary one: the mark goes. */
    @Test
    void tombstone_behindAnEnvelope_isApplied() {
        CaseResult uc16 = CaseRun.of(kafka, "uc_16");

        assertThat(uc16.after(2).absent("A1001", "I02").mark()).isPresent();
        assertThat(uc16.after(3).absent("A1001", "I02").mark()).isEmpty();
        uc16.assertSameThroughout();
    }

    /** UC-16: from the first envelope on; names the likely format and what to set. */
    @Test
    void envelopes_areAFindingThatNamesFormatAndSetting() {
        CaseResult uc16 = CaseRun.of(kafka, "uc_16");

        assertThat(uc16.after(1).finding("change-envelopes")).satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.sentence())
                    .contains("debezium-json")
                    .contains(uc16.position(1).toString());
            assertThat(finding.advice()).contains("'value.format' = 'json'");
        });
        assertThat(uc16.wiped().findingIds()).contains("change-envelopes");
    }

    /** UC-18. */
    @Test
    void columns_thatComeAndGo_dropNoRow() {
        CaseResult uc18 = CaseRun.of(kafka, "uc_18");

        assertThat(uc18.live().text("A1001", "I02")).contains("\"quantity\":2", "\"coupon_id\":\"K5\"");
        assertThat(uc18.live().text("A1002", "I02")).contains("\"quantity\":3");
        uc18.assertLettersOf();
        uc18.assertSameThroughout();
    }

    /** UC-18. */
    @Test
    void columns_thatComeAndGo_areFindingsWithTheirFirstPosition() {
        CaseResult uc18 = CaseRun.of(kafka, "uc_18");

        assertThat(uc18.live().finding("undeclared-columns").sentence())
                .endsWith(": coupon_id (1 records, first at " + uc18.position(2) + ")");
        assertThat(uc18.live().finding("absent-columns").sentence())
                .endsWith(": sku_id (1 records, first at " + uc18.position(3) + ")");
    }

    /** UC-18: declared from the restart on. The product makes the local copy anew by itself, and says so. */
    @Test
    void column_declaredLater_isReadFromTheRecordsThatHadIt() {
        CaseResult uc18 = CaseRun.of(kafka, "uc_18");

        assertThat(uc18.restarted().columns().get(0).text("coupon_id")).contains("K5");
        assertThat(uc18.restarted().columns().get(1).text("coupon_id")).isEmpty();
        assertThat(uc18.restarted().partition(1).rebuilt()).contains("the contract has changed since");
        assertThat(uc18.restarted().findingIds()).doesNotContain("undeclared-columns");
    }

    /** UC-29: in a value, also if both are the same: a bad record, as documented. The row stays. */
    @Test
    void fieldTwiceInAValue_isADeadLetterAndTheRowStaysMarked() {
        CaseResult uc29 = CaseRun.of(kafka, "uc_29");

        assertThat(uc29.after(2).text("A1001", "I02")).contains("\"quantity\":1");
        assertThat(uc29.after(2).row("A1001", "I02").mark()).contains(uc29.mark(2, "field quantity stands twice"));
        assertThat(uc29.live().row("A1001", "I02").mark()).contains(uc29.mark(4, "field quantity stands twice"));
        assertThat(uc29.live().text("A1001", "I02")).isEqualTo(uc29.after(1).text("A1001", "I02"));
    }

    /** UC-29: in a key, which then is neither order's. */
    @Test
    void fieldTwiceInAKey_touchesNeitherOrder() {
        CaseResult uc29 = CaseRun.of(kafka, "uc_29");

        uc29.assertLettersOf(2, 3, 4);
        assertThat(uc29.letter(3).header("part")).isEqualTo("key");
        assertThat(uc29.detail(3)).isEqualTo("field order_id stands twice");
        assertThat(uc29.after(3).dump()).isEqualTo(uc29.after(2).dump());
        assertThat(uc29.live().absent("A1002", "I02").mark()).isEmpty();
        uc29.assertSameThroughout();
    }

    /** UC-30: the text of 25 MB, which no broker takes by default, is left to the codec's own test. */
    @Test
    void deepNestingAndHugeNumber_areDeadLettersThatNameTheLimit() {
        CaseResult uc30 = CaseRun.of(kafka, "uc_30");

        uc30.assertLettersOf(2, 3);
        assertThat(uc30.detail(2)).isEqualTo("nesting deeper than 100");
        assertThat(uc30.detail(3)).isEqualTo("number longer than 1000");
        assertThat(uc30.letter(2).value()).asString().contains("[".repeat(3000) + "]".repeat(3000));
        assertThat(uc30.letter(3).value()).asString().contains("7".repeat(5000));
    }

    /** UC-30: live, and by a restore, which reads the same records by the same rules. */
    @Test
    void deepNestingAndHugeNumber_stopNothing() {
        CaseResult uc30 = CaseRun.of(kafka, "uc_30");

        assertThat(uc30.live().text("C3001", "I07")).contains("\"quantity\":1");
        assertThat(uc30.live().row("A1001", "I02").mark()).contains(uc30.mark(2, "nesting deeper than 100"));
        assertThat(uc30.live().absent("A1002", "I02").mark()).contains(uc30.mark(3, "number longer than 1000"));
        assertThat(uc30.wiped().status().isLive()).isTrue();
        uc30.assertSameThroughout();
    }

    /** UC-58: the data is good. */
    @Test
    void recordsWithoutTimestamp_areAppliedInOrder() {
        CaseResult uc58 = CaseRun.of(kafka, "uc_58");

        assertThat(uc58.live().text("A1001", "I02")).contains("\"quantity\":2");
        uc58.after(3).absent("B2001", "I01");
        assertThat(uc58.live().text("B2001", "I01")).contains("\"quantity\":3");
        assertThat(uc58.live().counts().deletesOfNothing())
                .as("the delete of B2001")
                .isEqualTo(1);
        uc58.assertLettersOf();
        uc58.assertSameThroughout();
    }

    /** UC-58: unknown, and not 54 years ago. */
    @Test
    void recordsWithoutTimestamp_haveNoneAndAreCounted() {
        CaseResult uc58 = CaseRun.of(kafka, "uc_58");

        assertThat(uc58.live().row("A1001", "I02").timestamp()).isEmpty();
        assertThat(uc58.live().row("B2001", "I01").timestamp()).isPresent();
        assertThat(uc58.live().partition(1).tallies().withoutTimestamp()).isEqualTo(2);
        assertThat(uc58.wiped().partition(1).tallies().withoutTimestamp()).isEqualTo(2);
        assertThat(uc58.live().partition(1).tallies().outOfOrderTimestamps()).isZero();
        assertThat(uc58.live().findingIds()).isEmpty();
    }
}
