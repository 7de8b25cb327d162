package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Cases of keys: one logical key is one row, however it was spelled, and what is no key touches none. */
@ExtendWith(KeyfoldKafkaExtension.class)
class KeyCases {

    private static KeyfoldKafka kafka;

    @BeforeAll
    static void useBroker(KeyfoldKafka broker) {
        kafka = broker;
    }

    /**
     * UC-01, across partitions. The case leaves it open which of the two wins; the row of the key's own partition does, though
     * the other is later, and is served without a mark.
     */
    @Test
    void swappedFields_inAnotherPartition_neverMakeASecondRow() {
        CaseResult uc01 = CaseRun.of(kafka, "uc_01");

        assertThat(uc01.live().text("A1001", "I02")).contains("\"amount\":10.00", "PAID");
        assertThat(uc01.live().row("A1001", "I02").mark()).isEmpty();
        assertThat(uc01.live().listedTexts()).containsExactly(uc01.live().text("A1001", "I02"));
        assertThat(uc01.live().count()).isEqualTo(1);
        uc01.assertSameThroughout();
    }

    /** UC-01, across partitions: live, restarted and rebuilt. */
    @Test
    void swappedFields_inAnotherPartition_areAFindingWithBothPositions() {
        CaseResult uc01 = CaseRun.of(kafka, "uc_01");
        String sentence = "a key was seen in partitions 0 and 1: the record at " + uc01.position(2)
                + " belongs to partition 1, where its row is at " + uc01.position(1) + "; 1 such record in partition 0";

        assertThat(uc01.live().finding("foreign-records").sentence()).isEqualTo(sentence);
        assertThat(uc01.restarted().finding("foreign-records").sentence()).isEqualTo(sentence);
        assertThat(uc01.wiped().finding("foreign-records").sentence()).isEqualTo(sentence);
    }

    /** UC-01, in one partition. */
    @Test
    void swappedFields_inTheSamePartition_areTheSameRow() {
        CaseView both = CaseRun.of(kafka, "uc_01_one").after(2);

        assertThat(both.text("A1001", "I02")).contains("\"amount\":12.00", "SHIPPED");
        assertThat(both.listedTexts()).containsExactly(both.text("A1001", "I02"));
        assertThat(both.count()).isEqualTo(1);
        assertThat(both.findingIds()).contains("respelled-keys");
    }

    /** UC-01, in one partition: a tombstone under the first spelling, then, after both again, one under the second. */
    @Test
    void tombstone_underEitherSpelling_removesTheRow() {
        CaseResult uc01 = CaseRun.of(kafka, "uc_01_one");

        uc01.after(3).absent("A1001", "I02");
        assertThat(uc01.after(3).listed()).isEmpty();
        assertThat(uc01.after(5).count()).isEqualTo(1);
        uc01.after(6).absent("A1001", "I02");
        assertThat(uc01.after(6).listed()).isEmpty();
        uc01.assertSameThroughout();
    }

    /**
     * UC-03. The case would have the later record of another partition win, 6.00, and a delete in a third remove the row: across
     * partitions Kafka gives no order, so a rebuild could tell otherwise. As decided since, the row of the key's own partition
     * wins, that of 1E+1 as Flink writes it, and a foreign delete does not touch it.
     */
    @Test
    void decimalKey_spelledOtherwiseInOtherPartitions_isTheRowOfItsOwnPartition() {
        CaseResult uc03 = CaseRun.of(kafka, "uc_03");

        assertThat(uc03.after(2).listedTexts()).containsExactly("{\"price\":5.00}");
        assertThat(uc03.after(3).listedTexts()).containsExactly("{\"price\":5.00}");
        assertThat(uc03.live().count()).isEqualTo(1);
        uc03.assertSameThroughout();
    }

    /** UC-03: found under every spelling, after every record. */
    @Test
    void decimalKey_askedForInAnySpelling_isTheSameRow() {
        for (CaseView view : CaseRun.of(kafka, "uc_03").views()) {
            assertThat(view.row("10", "I02"))
                    .isEqualTo(view.row("10.0", "I02"))
                    .isEqualTo(view.row("10.00", "I02"))
                    .isEqualTo(view.row("1E1", "I02"))
                    .isEqualTo(view.listed().get(0));
            assertThat(view.canonicalKeys()).containsExactly("{\"batch_no\":10.00,\"item_id\":\"I02\"}");
        }
    }

    /** UC-03. */
    @Test
    void decimalKey_inThreePartitions_isAFindingForEachOfTheOthers() {
        CaseResult uc03 = CaseRun.of(kafka, "uc_03");

        assertThat(uc03.live().findings())
                .extracting(finding -> finding.sentence().replaceAll(":.*", ""))
                .containsExactlyInAnyOrder(
                        "a key was seen in partitions 2 and 3", "a key was seen in partitions 2 and 5");
        assertThat(uc03.wiped().findingIds()).isEqualTo(uc03.live().findingIds());
        assertThat(uc03.live().counts().foreign()).isEqualTo(2);
    }

    /**
     * UC-03, where the contract says that the sink writes plain numbers: 10.00 is the key's own spelling, so both rows are foreign.
     * The later one is served, marked. The case would have the tombstone remove it; it removes what lies in its own partition.
     */
    @Test
    void decimalKey_whoseOwnPartitionHasNoRow_isServedMarked() {
        CaseResult uc03 = CaseRun.of(kafka, "uc_03_plain");

        for (CaseView view : new CaseView[] {uc03.after(2), uc03.live()}) {
            assertThat(view.listedTexts()).containsExactly("{\"price\":6.00}");
            assertThat(view.row("10.00", "I02").mark())
                    .hasValueSatisfying(mark -> assertThat(mark.reason()).startsWith("foreign: "));
        }
        uc03.assertSameThroughout();
    }

    /** UC-04. */
    @Test
    void bigintKeys_beyondDoubles_areTwoRows() {
        CaseResult uc04 = CaseRun.of(kafka, "uc_04");

        assertThat(uc04.live().text("9007199254740992")).isEqualTo("{\"state\":\"D\"}");
        assertThat(uc04.live().text("9007199254740993")).isEqualTo("{\"state\":\"C\"}");
        assertThat(uc04.live().text("1001")).isEqualTo("{\"state\":\"A\"}");
        assertThat(uc04.live().canonicalKeys())
                .containsExactly(
                        "{\"ticket_no\":1001}", "{\"ticket_no\":9007199254740992}", "{\"ticket_no\":9007199254740993}");
        uc04.assertSameThroughout();
    }

    /** UC-04. */
    @Test
    void bigintKeys_thatDoNotFit_areDeadLettersThatNameTheColumn() {
        CaseResult uc04 = CaseRun.of(kafka, "uc_04");

        uc04.assertLettersOf(2, 5, 6);
        assertThat(uc04.letters())
                .allSatisfy(letter ->
                        assertThat(letter.detail()).startsWith("key column ticket_no not representable as BIGINT: "));
        assertThat(uc04.live().partition(0).tallies().badKeys()).isEqualTo(3);
    }

    /** UC-04, with the option: never a second row. */
    @Test
    void bigintKey_asText_isTheSameRowWhereTheContractSaysSo() {
        CaseResult uc04 = CaseRun.of(kafka, "uc_04_text");

        assertThat(uc04.live().text("1001")).isEqualTo("{\"state\":\"B\"}");
        assertThat(uc04.live().count()).isEqualTo(3);
        uc04.assertLettersOf(5, 6);
        uc04.assertSameThroughout();
    }

    /** UC-05: a value and a delete; neither makes or deletes a row. */
    @Test
    void keyWithANullColumn_isADeadLetterAlsoOfATombstone() {
        CaseResult uc05 = CaseRun.of(kafka, "uc_05");

        uc05.assertLettersOf(1, 2);
        assertThat(uc05.detail(1)).isEqualTo("key column order_id is null");
        assertThat(uc05.detail(2)).isEqualTo("key column order_id is null");
        assertThat(uc05.letter(2).value()).isNull();
        assertThat(uc05.after(2).listed()).isEmpty();
        assertThat(uc05.live().partition(2).tallies().badKeys()).isEqualTo(2);
        assertThat(uc05.live().counts().deadLettered()).containsOnlyKeys("null-column");
    }

    /** UC-05: and a bad key in another partition stops nothing. */
    @Test
    void emptyKeyColumn_isARowOfItsOwn() {
        CaseResult uc05 = CaseRun.of(kafka, "uc_05");

        assertThat(uc05.live().text("", "I02")).contains("\"quantity\":5");
        assertThat(uc05.live().text("A1001", "I02")).contains("\"quantity\":9");
        assertThat(uc05.live().count()).isEqualTo(2);
        uc05.assertSameThroughout();
    }
}
