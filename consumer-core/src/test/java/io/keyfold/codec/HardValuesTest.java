package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of real cases, as far as a codec alone can show them. */
class HardValuesTest {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final TableContract AUDIT_MARK = TypedTable.of("TIMESTAMP(6)", "TIMESTAMP(0)");
    private static final RowKey KEY = RowKey.of("A1001", "I02");

    private static DecodedValue decode(TableContract contract, String field) {
        return ValueCodec.of(contract)
                .decode(KEY, ("{\"order_id\":\"A1001\",\"item_id\":\"I02\"," + field + "}").getBytes(UTF_8));
    }

    private static BadRecord bad(TableContract contract, String field) {
        return ((DecodedValue.Bad) decode(contract, field)).why();
    }

    /** What a reader is shown of a field; the row is good. */
    private static String shown(TableContract contract, String column, String json) {
        DecodedValue.Upsert good = (DecodedValue.Upsert) decode(contract, "\"" + column + "\":" + json);
        return field(RowFormat.of(contract).json(row(KEY, good.json())), column);
    }

    private static Row<RowJson> row(RowKey key, RowJson json) {
        return new Row<>(key, json, new RecordPosition("t", 0, 0), Optional.empty(), Optional.empty());
    }

    private static String field(String json, String column) {
        return json.replaceFirst(".*\"" + column + "\":(\"[^\"]*\"|[^,}]*).*", "$1");
    }

    /** UC-20. */
    @ParameterizedTest
    @CsvSource({"1E+3, 1000.00", "3.456789012E7, 34567890.12", "0.05, 0.05", "-0.0, 0.00"})
    void amount_inAnyNotation_isShownPlainWithItsScale(String json, String text) {
        assertThat(shown(ORDER_ITEM, "amount", json)).isEqualTo(text);
    }

    /** UC-20. */
    @Test
    void amount_withMoreDigits_isBadAndNeverRounded() {
        assertThat(bad(ORDER_ITEM, "\"amount\":0.005").detail())
                .isEqualTo(
                        "column amount not representable as DECIMAL(18, 2): more digits after the point than declared");
    }

    /** UC-20. */
    @Test
    void amount_asText_isAnAmountOnlyWhereTheContractSaysSo() {
        TableContract lenient = ORDER_ITEM.withLenient(new LenientOptions(true, Set.of(), Optional.empty()));

        assertThat(shown(lenient, "amount", "\"10.50\"")).isEqualTo("10.50");
        assertThat(bad(ORDER_ITEM, "\"amount\":\"10.50\"").detail()).endsWith(": a text; numbers as text are off");
    }

    /** UC-22. */
    @Test
    void amount_asBase64_isBadAndSaysWhatItLooksLike() {
        assertThat(bad(ORDER_ITEM, "\"amount\":\"BNI=\"").detail())
                .isEqualTo("column amount not representable as DECIMAL(18, 2): text is not a number; looks like base64 "
                        + "unscaled decimal, check the upstream decimal setting");
    }

    /** UC-22: legal base64, and never taken for it. */
    @Test
    void amount_digitsAsText_isANumberOrBad() {
        TableContract lenient = ORDER_ITEM.withLenient(new LenientOptions(true, Set.of(), Optional.empty()));

        assertThat(shown(lenient, "amount", "\"1234\"")).isEqualTo("1234.00");
        assertThat(bad(ORDER_ITEM, "\"amount\":\"1234\"").detail()).endsWith(": a text; numbers as text are off");
    }

    /** UC-22. */
    @Test
    void amount_asBase64_isAnAmountOnlyWhereTheContractSaysSo() {
        TableContract lenient = ORDER_ITEM.withLenient(new LenientOptions(false, Set.of("amount"), Optional.empty()));

        assertThat(shown(lenient, "amount", "\"BNI=\"")).isEqualTo("12.34");
    }

    /** UC-23. */
    @ParameterizedTest
    @CsvSource({
        "2024-01-15 10:40:00, 2024-01-15 10:40:00",
        "2024-01-15 10:40:00.123, 2024-01-15 10:40:00.123",
        "2024-01-15T10:40:00.123, 2024-01-15 10:40:00.123",
    })
    void time_inEitherForm_isShownInOne(String json, String text) {
        assertThat(shown(ORDER_ITEM, "update_time", "\"" + json + "\"")).isEqualTo("\"" + text + "\"");
    }

    /** UC-23. */
    @ParameterizedTest
    @ValueSource(strings = {"2024-01-15T02:40:00.123Z", "2024-01-15T10:40:00.123+08:00"})
    void time_withAZone_isRefusedUnlessTheContractDeclaresOne(String json) {
        TableContract shanghai =
                ORDER_ITEM.withLenient(new LenientOptions(false, Set.of(), Optional.of(ZoneId.of("Asia/Shanghai"))));

        assertThat(bad(ORDER_ITEM, "\"update_time\":\"" + json + "\"").detail())
                .contains("a time with a zone; ", "the contract may declare one");
        assertThat(shown(shanghai, "update_time", "\"" + json + "\"")).isEqualTo("\"2024-01-15 10:40:00.123\"");
    }

    /** UC-23. */
    @ParameterizedTest
    @ValueSource(strings = {"2024-1-5 1:2:3", "", "2024-02-30 10:00:00"})
    void time_looseEmptyOrNoDay_isBad(String json) {
        assertThat(bad(ORDER_ITEM, "\"update_time\":\"" + json + "\"").reason()).isEqualTo(Reason.TYPE_MISMATCH);
    }

    private static String shownMark(String at6, String at0) {
        String json = "{\"c0\":" + at6 + ",\"c1\":" + at0 + ",\"k1\":1,\"k0\":\"a\"}";
        return RowFormat.of(AUDIT_MARK).json(row(RowKey.of("a", 1L), new RowJson(json.getBytes(UTF_8))));
    }

    /** UC-26. */
    @Test
    void fraction_isKeptWithItsZerosAndBefore1970() {
        assertThat(shownMark("\"2019-07-08 09:10:11.004321\"", "\"2019-07-08 09:10:11\""))
                .startsWith("{\"c0\":\"2019-07-08 09:10:11.004321\",\"c1\":\"2019-07-08 09:10:11\",");
        assertThat(shownMark("\"1801-03-04 05:06:07.089000\"", "\"1801-03-04 05:06:07\""))
                .startsWith("{\"c0\":\"1801-03-04 05:06:07.089\",\"c1\":\"1801-03-04 05:06:07\",");
        assertThat(shownMark("\"2019-07-08 09:10:11\"", "null"))
                .isEqualTo(shownMark("\"2019-07-08 09:10:11.000000\"", "null"));
    }

    /** UC-26. */
    @Test
    void fraction_longerThanDeclared_isBadAndNeverRounded() {
        ValueCodec values = ValueCodec.of(AUDIT_MARK);
        RowKey key = RowKey.of("a", 1L);
        String rest = ",\"k1\":1,\"k0\":\"a\"}";

        for (String json : new String[] {
            "{\"c0\":\"2019-07-08 09:10:11.123456789\"" + rest, "{\"c1\":\"2019-07-08 09:10:11.900\"" + rest
        }) {
            assertThat(((DecodedValue.Bad) values.decode(key, json.getBytes(UTF_8)))
                            .why()
                            .detail())
                    .endsWith(": more digits of a second than declared");
        }
    }

    /** UC-27. */
    @Test
    void gbkValue_isBadAtItsPlace() {
        byte[] gbk = HexFormat.of().parseHex("7b226f726465725f737461747573223a22cdcbbfee227d");

        assertThat(ValueCodec.of(ORDER_ITEM).decode(KEY, gbk))
                .isEqualTo(new DecodedValue.Bad(new BadRecord(Reason.NOT_UTF8, "not valid UTF-8 at byte 17", 17)));
        assertThat(shown(ORDER_ITEM, "order_status", "\"退款\"")).isEqualTo("\"退款\"");
    }

    /** UC-29: also if both are the same. */
    @ParameterizedTest
    @ValueSource(strings = {"9", "2"})
    void fieldTwice_isBad(String second) {
        assertThat(bad(ORDER_ITEM, "\"quantity\":2,\"quantity\":" + second).reason())
                .isEqualTo(Reason.DUPLICATE_FIELD);
    }

    /** UC-30. */
    @Test
    void deepNestingHugeNumberAndHugeText_areBadWithTheLimit() {
        assertThat(bad(ORDER_ITEM, "\"x\":" + "[".repeat(3_000) + "]".repeat(3_000)))
                .extracting(BadRecord::reason, BadRecord::detail)
                .containsExactly(Reason.BEYOND_LIMITS, "nesting deeper than 100");
        assertThat(bad(ORDER_ITEM, "\"amount\":" + "1".repeat(5_000)))
                .extracting(BadRecord::reason, BadRecord::detail)
                .containsExactly(Reason.BEYOND_LIMITS, "number longer than 1000");
        assertThat(bad(ORDER_ITEM, "\"user_id\":\"" + "x".repeat(25_000_000) + "\""))
                .extracting(BadRecord::reason, BadRecord::detail)
                .containsExactly(Reason.BEYOND_LIMITS, "text longer than 20000000");
    }

    /** UC-30: its digits would fill the heap. */
    @ParameterizedTest
    @ValueSource(strings = {"1E1000000000", "1E-1000000000", "-9.99E+2147483647", "0.1E-2147483648"})
    void hugeExponent_isNeverExpanded(String number) {
        assertThat(bad(ORDER_ITEM, "\"amount\":" + number).reason()).isEqualTo(Reason.TYPE_MISMATCH);
        assertThat(bad(
                                ORDER_ITEM.withLenient(new LenientOptions(true, Set.of(), Optional.empty())),
                                "\"amount\":\"" + number + "\"")
                        .reason())
                .isEqualTo(Reason.TYPE_MISMATCH);
    }
}
