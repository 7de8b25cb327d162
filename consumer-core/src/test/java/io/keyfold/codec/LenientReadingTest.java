package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.LenientOptions;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a contract may turn on, one by one, and what stays refused. */
class LenientReadingTest {

    private static final RowKey KEY = RowKey.of("A", 1L);
    private static final LenientOptions NUMBERS = new LenientOptions(true, Set.of(), Optional.empty());
    private static final LenientOptions BASE64 = new LenientOptions(false, Set.of("c0"), Optional.empty());
    private static final LenientOptions SHANGHAI =
            new LenientOptions(false, Set.of(), Optional.of(ZoneId.of("Asia/Shanghai")));

    private static TableContract contract(LenientOptions lenient, String type) {
        return TypedTable.of(type).withLenient(lenient);
    }

    private static byte[] json(String c0) {
        return ("{\"c0\":" + c0 + ",\"k1\":1,\"k0\":\"A\"}").getBytes(UTF_8);
    }

    private static @Nullable Object read(LenientOptions lenient, String type, String c0) {
        return ValueCodec.of(contract(lenient, type)).read(KEY, new RowJson(json(c0)))[0];
    }

    private static String bad(LenientOptions lenient, String type, String c0) {
        return ((DecodedValue.Bad) ValueCodec.of(contract(lenient, type)).decode(KEY, json(c0)))
                .why()
                .detail();
    }

    @Test
    void numbersAsText_textOfANumber_isTheNumber() {
        assertThat(read(NUMBERS, "INT", "\"12\"")).isEqualTo(12);
        assertThat(read(NUMBERS, "BIGINT", "\"-9223372036854775808\"")).isEqualTo(Long.MIN_VALUE);
        assertThat(read(NUMBERS, "DECIMAL(18, 2)", "\"10.50\"")).isEqualTo(new BigDecimal("10.50"));
        assertThat(read(NUMBERS, "DECIMAL(18, 2)", "\"1E+2\"")).isEqualTo(new BigDecimal("100.00"));
        assertThat(read(NUMBERS, "DOUBLE", "\"-1.5e1\"")).isEqualTo(-15.0);
        assertThat(read(NUMBERS, "FLOAT", "\"0.1\"")).isEqualTo(0.1f);
        assertThat(read(NUMBERS, "ARRAY<INT>", "[\"12\",13]")).isEqualTo(List.of(12, 13));
        assertThat(read(NUMBERS, "INT", "12")).isEqualTo(12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT | '\"\"' | a text",
                "INT | '\" 12\"' | a text",
                "INT | '\"012\"' | a text",
                "INT | '\"+12\"' | a text",
                "INT | '\"12.0\"' | a number with a fraction or an exponent",
                "INT | '\"2147483648\"' | a number out of range",
                "BIGINT | '\"999999999999999999999\"' | a number out of range",
                "DECIMAL(18, 2) | '\"0.005\"' | more digits after the point than declared",
                "DECIMAL(18, 2) | '\"1E1000000000\"' | more digits before the point than declared",
                "DECIMAL(18, 2) | '\"ten\"' | a text",
                "DOUBLE | '\"1e999\"' | a number out of range",
                "DOUBLE | '\"0x1p3\"' | a text",
                "BOOLEAN | '\"true\"' | a text",
            })
    void numbersAsText_otherText_isBad(String type, String json, String what) {
        assertThat(bad(NUMBERS, type, json)).isEqualTo("column c0 not representable as " + type + ": " + what);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT | '\"12\"' | a text; numbers as text are off",
                "INT | '\"x\"' | a text",
                "DOUBLE | '\"1.5\"' | a text; numbers as text are off",
                "DECIMAL(18, 2) | '\"10.50\"' | a text; numbers as text are off",
                "DECIMAL(18, 2) | '\"1234\"' | a text; numbers as text are off",
                "DECIMAL(18, 2) | '\"BNI=\"' | text is not a number; looks like base64 unscaled decimal, check the upstream decimal setting",
                "DECIMAL(18, 2) | '\"ten\"' | a text",
                "DECIMAL(18, 2) | '\"\"' | a text",
            })
    void strict_text_isBadAndSaysWhatItMayBe(String type, String json, String what) {
        assertThat(bad(LenientOptions.NONE, type, json))
                .isEqualTo("column c0 not representable as " + type + ": " + what);
    }

    @Test
    void numbersAsText_inAKey_isTheKeyOfTheNumber() {
        TableContract contract = contract(NUMBERS, "INT");
        KeyCodec keys = KeyCodec.of(contract);

        DecodedKey.Good text = (DecodedKey.Good) keys.decode("{\"k0\":\"A\",\"k1\":\"1001\"}".getBytes(UTF_8));

        assertThat(text.key()).isEqualTo(RowKey.of("A", 1001L));
        assertThat(new String(text.routingKey(), UTF_8)).isEqualTo("{\"k0\":\"A\",\"k1\":1001}");
    }

    @Test
    void numbersAsText_inTheValuesKeyColumn_agreesWithTheKey() {
        byte[] json = "{\"c0\":7,\"k1\":\"1\",\"k0\":\"A\"}".getBytes(UTF_8);

        assertThat(ValueCodec.of(contract(NUMBERS, "INT")).decode(KEY, json)).isInstanceOf(DecodedValue.Upsert.class);
        assertThat(ValueCodec.of(contract(LenientOptions.NONE, "INT")).decode(KEY, json))
                .isInstanceOf(DecodedValue.Bad.class);
    }

    @Test
    void base64Decimal_text_isTheUnscaledValue() {
        assertThat(read(BASE64, "DECIMAL(18, 2)", "\"BNI=\"")).isEqualTo(new BigDecimal("12.34"));
        assertThat(read(BASE64, "DECIMAL(18, 2)", "\"+y4=\"")).isEqualTo(new BigDecimal("-12.34"));
        assertThat(read(BASE64, "DECIMAL(18, 2)", "\"AA==\"")).isEqualTo(new BigDecimal("0.00"));
        assertThat(read(BASE64, "DECIMAL(18, 2)", "\"1234\"")).isEqualTo(new BigDecimal("-26588.24"));
        assertThat(read(BASE64, "DECIMAL(18, 2)", "12.34")).isEqualTo(new BigDecimal("12.34"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12.34", "BNI", "B", "BNI=BNI="})
    void base64Decimal_otherText_isBad(String text) {
        assertThat(bad(BASE64, "DECIMAL(18, 2)", "\"" + text + "\""))
                .isEqualTo("column c0 not representable as DECIMAL(18, 2): a text that is no base64 of an unscaled "
                        + "decimal");
    }

    @Test
    void base64Decimal_tooManyDigits_isBad() {
        assertThat(bad(BASE64, "DECIMAL(4, 2)", "\"AYag\""))
                .isEqualTo("column c0 not representable as DECIMAL(4, 2): more digits before the point than declared");
    }

    @Test
    void base64Decimal_isOfTheListedColumnsAlone() {
        TableContract contract =
                TypedTable.of("DECIMAL(18, 2)", "DECIMAL(18, 2)").withLenient(BASE64);

        DecodedValue decoded = ValueCodec.of(contract)
                .decode(KEY, "{\"c0\":\"BNI=\",\"c1\":\"BNI=\",\"k1\":1,\"k0\":\"A\"}".getBytes(UTF_8));

        assertThat(((DecodedValue.Bad) decoded).why().detail()).startsWith("column c1 not representable");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-01-15T02:40:00.123Z",
                "2024-01-15 02:40:00.123Z",
                "2024-01-15T10:40:00.123+08:00",
                "2024-01-15T10:40:00.123+0800",
                "2024-01-15T10:40:00.123+08",
                "2024-01-14T23:10:00.123-0330",
                "2024-01-15 10:40:00.123",
            })
    void timestampZone_formsOfOneTime_areOneLocalTime(String text) {
        assertThat(read(SHANGHAI, "TIMESTAMP(3)", "\"" + text + "\""))
                .isEqualTo(LocalDateTime.of(2024, 1, 15, 10, 40, 0, 123_000_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"+8", "+8:00", "+08:0", "+08:60", "+19:00", "+08:00:00", "ZZ", "Z+08", "+", " +08:00", "+0x00"})
    void timestampZone_otherForms_areBad(String zone) {
        assertThat(bad(SHANGHAI, "TIMESTAMP(3)", "\"2024-01-15T10:40:00" + zone + "\""))
                .isEqualTo("column c0 not representable as TIMESTAMP(3): a text that is no such TIMESTAMP");
    }

    @Test
    void timestampZone_outOfYears_isBad() {
        assertThat(bad(SHANGHAI, "TIMESTAMP(3)", "\"9999-12-31T20:00:00Z\""))
                .isEqualTo("column c0 not representable as TIMESTAMP(3): a year out of range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-01-15T02:40:00Z", "2024-01-15T10:40:00+08:00", "2024-01-15 10:40:00+08"})
    void noTimestampZone_zone_isRefusedAndSaysWhatHelps(String text) {
        assertThat(bad(LenientOptions.NONE, "TIMESTAMP(3)", "\"" + text + "\""))
                .isEqualTo("column c0 not representable as TIMESTAMP(3): a time with a zone; the column has none, the "
                        + "contract may declare one");
    }

    @Test
    void timestampLtz_offset_staysBad() {
        assertThat(read(SHANGHAI, "TIMESTAMP_LTZ(3)", "\"2024-01-15T02:40:00Z\""))
                .isEqualTo(Instant.parse("2024-01-15T02:40:00Z"));
        assertThat(bad(SHANGHAI, "TIMESTAMP_LTZ(3)", "\"2024-01-15T10:40:00+08:00\""))
                .isEqualTo("column c0 not representable as TIMESTAMP_LTZ(3): a time with an offset other than Z");
        assertThat(bad(SHANGHAI, "TIMESTAMP_LTZ(3)", "\"2024-01-15T10:40:00\""))
                .isEqualTo("column c0 not representable as TIMESTAMP_LTZ(3): a time without its Z");
    }

    /** The map of a row is what a writer gives: no option changes what is written. */
    @Test
    void written_isFlinks() {
        LenientOptions all = new LenientOptions(true, Set.of("c0"), Optional.of(ZoneId.of("UTC")));

        assertThat(new String(
                        ValueCodec.of(contract(all, "DECIMAL(18, 2)"))
                                .encode(Map.of("c0", new BigDecimal("12.34"), "k0", "A", "k1", 1L)),
                        UTF_8))
                .isEqualTo("{\"c0\":12.34,\"k1\":1,\"k0\":\"A\"}");
    }
}
