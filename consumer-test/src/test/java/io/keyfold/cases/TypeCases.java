package io.keyfold.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Cases of numbers, times and texts: read as their column's type, exactly, or not at all. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TypeCases {

    private static KeyfoldKafka kafka;

    @BeforeAll
    static void useBroker(KeyfoldKafka broker) {
        kafka = broker;
    }

    /** UC-20: kept as it came, shown with the declared digits; REST's bytes are in CasesApiIT of consumer-micronaut. */
    @Test
    void amounts_inAnyNotation_areShownPlainWithTwoDigits() {
        CaseResult uc20 = CaseRun.of(kafka, "uc_20");

        assertThat(uc20.live().canonical())
                .extracting(json -> json.replaceAll(".*\"amount\":([^,]*),.*", "$1"))
                .containsExactly("1000.00", "34567890.12", "0.00", "0.05");
        assertThat(uc20.live().text("A1001", "I02")).contains("\"amount\":1E+3");
        uc20.assertSameThroughout();
    }

    /** UC-20: three digits, and a text where the contract allows none. */
    @Test
    void amounts_thatDoNotFit_areDeadLettersAndNeverRounded() {
        CaseResult uc20 = CaseRun.of(kafka, "uc_20");

        uc20.assertLettersOf(4, 5);
        assertThat(uc20.detail(4))
                .isEqualTo(
                        "column amount not representable as DECIMAL(18, 2): more digits after the point than declared");
        assertThat(uc20.detail(5))
                .isEqualTo("column amount not representable as DECIMAL(18, 2): a text; numbers as text are off");
        assertThat(uc20.live().absent("C3002", "I07").mark()).isPresent();
    }

    /** UC-20, with the option. */
    @Test
    void amount_asText_isAnAmountWhereTheContractSaysSo() {
        CaseResult uc20 = CaseRun.of(kafka, "uc_20_text");

        assertThat(uc20.after(5).canonical()).anyMatch(json -> json.contains("\"amount\":10.50"));
        uc20.assertLettersOf(4);
        uc20.assertSameThroughout();
    }

    /** UC-22. */
    @Test
    void amount_asBase64_isADeadLetterThatSaysWhatToCheck() {
        CaseResult uc22 = CaseRun.of(kafka, "uc_22");

        uc22.assertLettersOf(1, 2);
        assertThat(uc22.detail(1))
                .endsWith(
                        "text is not a number; looks like base64 unscaled decimal, check the upstream decimal setting");
        assertThat(uc22.detail(2)).endsWith("a text; numbers as text are off");
        assertThat(uc22.live().listed()).isEmpty();
        uc22.assertSameThroughout();
    }

    /** UC-22, where numbers may be texts: 1234 is legal base64, and is a number. */
    @Test
    void amount_digitsAsText_areNeverTakenForBase64() {
        CaseResult uc22 = CaseRun.of(kafka, "uc_22_text");

        assertThat(uc22.live().canonical()).singleElement().asString().contains("\"amount\":1234.00");
        uc22.assertLettersOf(1);
        uc22.assertSameThroughout();
    }

    /** UC-22: only where the contract names the column. */
    @Test
    void amount_asBase64_isAnAmountWhereTheContractNamesTheColumn() {
        CaseResult uc22 = CaseRun.of(kafka, "uc_22_base64");

        assertThat(uc22.after(1).canonical()).singleElement().asString().contains("\"amount\":12.34");
        uc22.assertSameThroughout();
    }

    /** UC-23: 10:40 stays 10:40. */
    @Test
    void times_inSqlAndIsoForm_areShownInOne() {
        CaseResult uc23 = CaseRun.of(kafka, "uc_23");

        assertThat(List.of(time(uc23, 1), time(uc23, 2), time(uc23, 3)))
                .containsExactly("2024-01-15 10:40:00", "2024-01-15 10:40:00.123", "2024-01-15 10:40:00.123");
        uc23.assertSameThroughout();
    }

    private static String time(CaseResult result, int record) {
        return result.after(record).canonical().get(0).replaceAll(".*\"update_time\":\"([^\"]*)\".*", "$1");
    }

    /** UC-23: the row stays as it was, under a mark for the newest of them. */
    @Test
    void times_withAZoneLooseEmptyOrOfNoDay_areDeadLetters() {
        CaseResult uc23 = CaseRun.of(kafka, "uc_23");

        uc23.assertLettersOf(4, 5, 6, 7, 8);
        assertThat(List.of(uc23.detail(4), uc23.detail(5)))
                .allSatisfy(detail -> assertThat(detail)
                        .endsWith("a time with a zone; the column has none, the contract may declare one"));
        assertThat(List.of(uc23.detail(6), uc23.detail(7), uc23.detail(8)))
                .allSatisfy(detail -> assertThat(detail).endsWith("a text that is no such TIMESTAMP"));
        assertThat(uc23.live().text("A1001", "I02")).contains("\"quantity\":2");
        assertThat(uc23.live().row("A1001", "I02").mark()).contains(uc23.mark(8, uc23.detail(8)));
    }

    /** UC-23: with a declared zone 02:40Z and 10:40+08:00 are one instant, shown as one time. */
    @Test
    void times_withAZone_areTheLocalTimeOfTheDeclaredZone() {
        CaseResult uc23 = CaseRun.of(kafka, "uc_23_zoned");

        assertThat(List.of(time(uc23, 4), time(uc23, 5))).containsOnly("2024-01-15 10:40:00.123");
        uc23.assertLettersOf(6, 7, 8);
        uc23.assertSameThroughout();
    }

    /** UC-26. */
    @Test
    void fractions_keepTheirZerosAlsoBefore1970() {
        CaseResult uc26 = CaseRun.of(kafka, "uc_26");

        assertThat(uc26.live().canonical())
                .containsExactly(
                        "{\"id\":\"a\",\"at6\":\"2019-07-08 09:10:11.004321\",\"at0\":\"2019-07-08 09:10:11\"}",
                        "{\"id\":\"b\",\"at6\":\"1801-03-04 05:06:07.089\",\"at0\":\"1801-03-04 05:06:07\"}");
        assertThat(uc26.live().text("b")).contains("05:06:07.089000");
        uc26.assertSameThroughout();
    }

    /** UC-26: never rounded. That c.at6 without a fraction equals .000000 is shown in HardValuesTest: c is no row here. */
    @Test
    void fractions_longerThanDeclared_areDeadLetters() {
        CaseResult uc26 = CaseRun.of(kafka, "uc_26");

        uc26.assertLettersOf(3, 4);
        assertThat(uc26.detail(3))
                .isEqualTo("column at0 not representable as TIMESTAMP(0): more digits of a second than declared");
        assertThat(uc26.detail(4))
                .isEqualTo("column at6 not representable as TIMESTAMP(6): more digits of a second than declared");
        assertThat(uc26.live().absent("c").mark()).contains(uc26.mark(3, uc26.detail(3)));
    }

    /** UC-27: the row keeps its text, and the mark says where the fault is. */
    @Test
    void gbkValue_isADeadLetterWithItsBytesAndTheRowStays() {
        CaseResult uc27 = CaseRun.of(kafka, "uc_27");

        assertThat(uc27.live().columns().get(0).text("order_status")).contains("退款");
        assertThat(uc27.live().row("A1001", "I02").mark()).contains(uc27.mark(2, "not valid UTF-8 at byte 17"));
        assertThat(uc27.detail(2)).isEqualTo("not valid UTF-8 at byte 17");
        assertThat(uc27.letter(2).value())
                .isEqualTo(HexFormat.of().parseHex("7b226f726465725f737461747573223a22cdcbbfee227d"));
    }

    /** UC-27: a value and a delete under keys that a lenient reader would take for one. */
    @Test
    void gbkKeys_areDeadLettersThatTouchNothing() {
        CaseResult uc27 = CaseRun.of(kafka, "uc_27");

        uc27.assertLettersOf(2, 3, 4);
        assertThat(List.of(uc27.letter(3).header("part"), uc27.letter(4).header("part")))
                .containsOnly("key");
        assertThat(uc27.letter(3).key()).isNotEqualTo(uc27.letter(4).key());
        assertThat(uc27.live().dump()).isEqualTo(uc27.after(2).dump());
        uc27.assertSameThroughout();
    }
}
