package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyCodecTest {

    private static final KeyCodec ORDER_ITEM = KeyCodec.of(TableContracts.named("dwd_order_item"));

    static KeyCodec keyOf(String... types) {
        return KeyCodec.of(TypedKeys.of(types));
    }

    private static DecodedKey decode(KeyCodec codec, String json) {
        return codec.decode(json.getBytes(UTF_8));
    }

    private static BadRecord bad(KeyCodec codec, String json) {
        return ((DecodedKey.Bad) decode(codec, json)).why();
    }

    private static DecodedKey.Good good(KeyCodec codec, String json) {
        return (DecodedKey.Good) decode(codec, json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}",
                "{\"item_id\":\"I02\",\"order_id\":\"A1001\"}",
                " { \"order_id\" : \"A\\u0031001\",\n\"item_id\":\"I02\" } ",
                "{\"order_id\":\"A1001\",\"shop\":7,\"item_id\":\"I02\"}",
            })
    void decode_sameKeyInOtherBytes_isOneKey(String json) {
        DecodedKey.Good decoded = good(ORDER_ITEM, json);

        assertThat(decoded.key()).isEqualTo(RowKey.of("A1001", "I02"));
        assertThat(decoded.storageKey()).isEqualTo(ORDER_ITEM.storageKey(RowKey.of("A1001", "I02")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "10.0", "10.00", "1E+1", "1e1", "0.1E2", "1000E-2"})
    void decode_sameDecimalInOtherNotation_isOneKey(String number) {
        DecodedKey.Good decoded = good(keyOf("DECIMAL(10, 2)"), "{\"k0\":" + number + "}");

        assertThat(decoded.key()).isEqualTo(RowKey.of(new BigDecimal("10.00")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"order_id\":null,\"item_id\":\"I02\"} | NULL_COLUMN | key column order_id is null",
                "{\"item_id\":\"I02\"} | MISSING_COLUMN | key column order_id missing (has: [item_id])",
                "{\"Order_id\":\"a\",\"item_id\":\"b\"} | MISSING_COLUMN | key column order_id missing (has: [item_id])",
                "{\"order_id\":\"a\",\"order_id\":\"b\",\"item_id\":\"c\"} | DUPLICATE_FIELD | field order_id stands twice",
                "{\"order_id\":7,\"item_id\":\"b\"} | TYPE_MISMATCH | key column order_id not representable as STRING: an integer",
                "null | JSON_NULL | JSON null literal is not a tombstone",
                "[\"a\",\"b\"] | NOT_AN_OBJECT | JSON, but no object",
                "A1001 | NOT_JSON | not valid JSON at byte 5",
                "{\"order_id\":\"a\",\"item_id\":\"b\"}x | NOT_JSON | not valid JSON at byte 31",
                "{\"order_id\":\"a\",\"item_id\":\"b\"}{} | NOT_JSON | more than one value at byte 31",
                "'' | EMPTY | there are no bytes, or only white space",
            })
    void decode_badKey_saysWhatAndWhere(String json, Reason reason, String detail) {
        BadRecord bad = bad(ORDER_ITEM, json);

        assertThat(bad.reason()).isEqualTo(reason);
        assertThat(bad.detail()).isEqualTo(detail);
    }

    @Test
    void decode_noKey_isBad() {
        assertThat(((DecodedKey.Bad) ORDER_ITEM.decode(null)).why().reason()).isEqualTo(Reason.NULL_KEY);
    }

    @Test
    void decode_bytesThatAreNotUtf8_areBadAndNeverMeet() {
        byte[] gbk = "{\"order_id\":\"".getBytes(UTF_8);
        byte[] key = Arrays.copyOf(gbk, gbk.length + 2);
        key[gbk.length] = (byte) 0xD6;
        key[gbk.length + 1] = (byte) 0xD0;

        BadRecord bad = ((DecodedKey.Bad) ORDER_ITEM.decode(key)).why();

        assertThat(bad.reason()).isEqualTo(Reason.NOT_UTF8);
        assertThat(bad.detail()).isEqualTo("not valid UTF-8 at byte 13");
        assertThat(bad.atByte()).isEqualTo(13);
    }

    @Test
    void decode_utf16_isBad() {
        byte[] key = "{\"order_id\":\"a\",\"item_id\":\"b\"}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);

        assertThat(ORDER_ITEM.decode(key)).isInstanceOf(DecodedKey.Bad.class);
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740993, true",
        "-9223372036854775808, true",
        "999999999999999999999, false",
        "1001.5, false",
        "1E+2, false",
        "\"1001\", false",
        "true, false"
    })
    void decode_bigint_isExactOrBad(String json, boolean isGood) {
        DecodedKey decoded = decode(keyOf("BIGINT"), "{\"k0\":" + json + "}");

        if (isGood) {
            assertThat(((DecodedKey.Good) decoded).key()).isEqualTo(RowKey.of(Long.parseLong(json)));
        } else {
            assertThat(((DecodedKey.Bad) decoded).why().detail())
                    .startsWith("key column k0 not representable as BIGINT: ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1E1000000000",
                "1E-1000000000",
                "-1E+999999999",
                "100E2147483647",
                "1000e2147483646",
                "1E99999999999",
                "0.001",
                "100000000"
            })
    void decode_decimalThatDoesNotFit_isBadAndCostsNothing(String number) {
        assertThat(bad(keyOf("DECIMAL(10, 2)"), "{\"k0\":" + number + "}").reason())
                .isEqualTo(Reason.TYPE_MISMATCH);
    }

    @Test
    void storageKey_valueFarOutOfRange_isRefusedByColumn() {
        BigDecimal huge = BigDecimal.valueOf(100, Integer.MIN_VALUE + 1);

        assertThatThrownBy(() -> keyOf("DECIMAL(10, 2)").storageKey(RowKey.of(huge)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "column k0 not representable as DECIMAL(10, 2): more digits before the point than declared");
        assertThatThrownBy(() -> keyOf("TIMESTAMP_LTZ(3)").storageKey(RowKey.of(Instant.MAX)))
                .hasMessage("column k0 not representable as TIMESTAMP_LTZ(3): a year out of range");
        assertThatThrownBy(() -> keyOf("DATE").storageKey(RowKey.of(LocalDate.of(10_000, 1, 1))))
                .hasMessage("column k0 not representable as DATE: a year out of range");
    }

    @Test
    void decode_numberLongerThanTheLimit_isBad() {
        BadRecord bad = bad(keyOf("DECIMAL(10, 2)"), "{\"k0\":" + "1".repeat(5_000) + "}");

        assertThat(bad.reason()).isEqualTo(Reason.BEYOND_LIMITS);
        assertThat(bad.detail()).isEqualTo("number longer than 1000");
    }

    @Test
    void routingKey_emojiChineseAndQuotes_areFlinksBytes() {
        byte[] bytes = ORDER_ITEM.routingKey(RowKey.of("中文 \"q\" \\ / <>&", "\uD83D\uDE00"));

        assertThat(new String(bytes, UTF_8))
                .isEqualTo("{\"order_id\":\"中文 \\\"q\\\" \\\\ / <>&\",\"item_id\":\"\\uD83D\\uDE00\"}");
    }

    @Test
    void routingKey_decimal_isWithoutTrailingZerosByDefault() {
        KeyCodec codec = keyOf("DECIMAL(18, 2)", "DECIMAL(18, 0)");

        assertThat(new String(codec.routingKey(RowKey.of(new BigDecimal("100"), new BigDecimal("120"))), UTF_8))
                .isEqualTo("{\"k0\":1E+2,\"k1\":1.2E+2}");
    }

    @Test
    void storageKey_valueOfAnotherType_isRefusedByColumn() {
        assertThatThrownBy(() -> ORDER_ITEM.storageKey(RowKey.of("A", 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column item_id: a Integer (expected: a String for STRING)");
    }

    @Test
    void storageKey_missingValue_isRefusedWithTheColumns() {
        assertThatThrownBy(() -> ORDER_ITEM.storageKey(RowKey.of("A")))
                .hasMessage("key: 1 values (expected: order_id, item_id)");
    }

    @Test
    void parse_text_isReadAsTheColumnsType() {
        KeyCodec codec = keyOf("BIGINT", "DECIMAL(10, 2)", "TIMESTAMP(3)", "DATE");

        assertThat(codec.parse(List.of("-7", "1E1", "2024-01-15T10:30:00", "2024-01-15")))
                .containsExactly(
                        -7L, new BigDecimal("10.00"), LocalDateTime.of(2024, 1, 15, 10, 30), LocalDate.of(2024, 1, 15));
        assertThatThrownBy(() -> codec.parse(List.of("seven")))
                .hasMessage("column k0 not representable as BIGINT: a text that is no integer");
    }

    @Test
    void storagePrefix_leadingColumn_isAPrefixOfItsKeysAlone() {
        byte[] prefix = ORDER_ITEM.storagePrefix(List.of("A1"));

        assertThat(ORDER_ITEM.storageKey(RowKey.of("A1", "I02"))).startsWith(prefix);
        assertThat(Arrays.copyOf(ORDER_ITEM.storageKey(RowKey.of("A10", "I02")), prefix.length))
                .isNotEqualTo(prefix);
    }

    static Stream<Arguments> orderedValues() {
        return Stream.of(
                Arguments.of(
                        "STRING",
                        List.of("", "\0", "\0\0", "\0a", "A", "A\0", "A\0\0", "A\1", "AA", "中", "\uD83D\uDE00")),
                Arguments.of("BOOLEAN", List.of(false, true)),
                Arguments.of("TINYINT", List.of((byte) -128, (byte) -1, (byte) 0, (byte) 127)),
                Arguments.of("SMALLINT", List.of(Short.MIN_VALUE, (short) 0, Short.MAX_VALUE)),
                Arguments.of("INT", List.of(Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE)),
                Arguments.of("BIGINT", List.of(Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE)),
                Arguments.of(
                        "DOUBLE",
                        List.of(
                                Double.NEGATIVE_INFINITY,
                                -1.5,
                                -0.0,
                                0.0,
                                Double.MIN_VALUE,
                                1.5,
                                Double.POSITIVE_INFINITY,
                                Double.NaN)),
                Arguments.of("FLOAT", List.of(Float.NEGATIVE_INFINITY, -1.5f, 0f, 1.5f, Float.NaN)),
                Arguments.of(
                        "DECIMAL(18, 2)",
                        List.of(
                                new BigDecimal("-9999999999999999.99"),
                                new BigDecimal("-0.01"),
                                new BigDecimal("0.00"),
                                new BigDecimal("0.01"),
                                new BigDecimal("9999999999999999.99"))),
                Arguments.of(
                        "DECIMAL(38, 18)",
                        List.of(
                                new BigDecimal("-99999999999999999999.999999999999999999"),
                                new BigDecimal("-1.000000000000000000"),
                                new BigDecimal("0E-18"),
                                new BigDecimal("99999999999999999999.999999999999999999"))),
                Arguments.of(
                        "DATE", List.of(LocalDate.of(1, 1, 1), LocalDate.of(1969, 12, 31), LocalDate.of(9999, 12, 31))),
                Arguments.of(
                        "TIME(3)",
                        List.of(LocalTime.MIDNIGHT, LocalTime.of(10, 30), LocalTime.of(23, 59, 59, 999_000_000))),
                Arguments.of(
                        "TIMESTAMP(9)",
                        List.of(
                                LocalDateTime.of(1801, 3, 4, 5, 6, 7, 89_000_000),
                                        LocalDateTime.of(1969, 12, 31, 23, 59, 59, 1),
                                LocalDateTime.of(2024, 1, 15, 10, 30, 0, 1),
                                        LocalDateTime.of(2024, 1, 15, 10, 30, 0, 2))),
                Arguments.of(
                        "TIMESTAMP_LTZ(3)",
                        List.of(
                                Instant.parse("1969-12-31T23:59:59.999Z"),
                                Instant.EPOCH,
                                Instant.parse("2024-01-15T02:30:00.123Z"))));
    }

    @ParameterizedTest
    @MethodSource("orderedValues")
    void storageKey_values_sortAsTheirTypeAndComeBack(String type, List<Object> ascending) {
        KeyCodec codec = keyOf(type, "STRING");
        List<byte[]> keys = new ArrayList<>();
        for (Object value : ascending) {
            for (String second : List.of("", "\0", "z")) {
                keys.add(codec.storageKey(RowKey.of(value, second)));
            }
        }
        List<byte[]> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, new Random(7));

        shuffled.sort(Arrays::compareUnsigned);

        assertThat(shuffled).containsExactlyElementsOf(keys);
        for (Object value : ascending) {
            assertThat(codec.key(codec.storageKey(RowKey.of(value, "\0x"))).values())
                    .containsExactly(value, "\0x");
        }
    }
}
