package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.BadRecord.Reason;
import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** BYTES, ARRAY, MAP and ROW in a value: what is read, what is written, what is refused and how that is told. */
class NestedColumnTest {

    private static final RowKey KEY = RowKey.of("A", 1L);
    private static final String ROW = "ROW<a INT, b STRING NOT NULL, c ROW<d DECIMAL(10, 2)>>";

    private static byte[] json(String c0) {
        return ("{\"c0\":" + c0 + ",\"k1\":1,\"k0\":\"A\"}").getBytes(UTF_8);
    }

    private static Object read(String type, String c0) {
        return requireNonNull(ValueCodec.of(TypedTable.of(type)).read(KEY, new RowJson(json(c0)))[0]);
    }

    private static BadRecord bad(String type, String c0) {
        return ((DecodedValue.Bad) ValueCodec.of(TypedTable.of(type)).decode(KEY, json(c0))).why();
    }

    private static String written(String type, Object c0) {
        Map<String, Object> row = Map.of("c0", c0, "k0", "A", "k1", 1L);
        return new String(ValueCodec.of(TypedTable.of(type)).encode(row), UTF_8);
    }

    private static ColumnValues fields(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return ColumnValues.of(fields);
    }

    @Test
    void bytes_base64_areTheBytes() {
        assertThat(read("BYTES", "\"AAH/\"")).isEqualTo(Binary.of(new byte[] {0, 1, -1}));
        assertThat(read("BYTES", "\"\"")).isEqualTo(Binary.of(new byte[0]));
        assertThat(read("BINARY(1)", "\"/w==\"")).isEqualTo(Binary.of(new byte[] {-1}));
        assertThat(written("BYTES", Binary.of(new byte[] {0, 1, -1}))).startsWith("{\"c0\":\"AAH/\",");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"AAH", "AA=", "AA", "A===", "A A=", "AB==", "AAG=AAH/", "-_8=", "AAH/\\n", "中文==", "=", "AAH/="})
    void bytes_otherThanStrictBase64_areBad(String text) {
        BadRecord bad = bad("BYTES", "\"" + text + "\"");

        assertThat(bad.reason()).isEqualTo(Reason.TYPE_MISMATCH);
        assertThat(bad.detail()).isEqualTo("column c0 not representable as BYTES: a text that is no base64");
    }

    @ParameterizedTest
    @CsvSource({
        "BINARY(2), 'AA==', 'BINARY(2): 1 bytes'",
        "BINARY(2), 'AAAA', 'BINARY(2): 3 bytes'",
        "VARBINARY(2), 'AAAA', 'VARBINARY(2): 3 bytes'",
    })
    void bytes_ofAnotherLength_areBad(String type, String text, String detail) {
        assertThat(bad(type, "\"" + text + "\"").detail()).isEqualTo("column c0 not representable as " + detail);
    }

    @Test
    void array_elements_areAnUnmodifiableListWithNulls() {
        List<?> list = (List<?>) read("ARRAY<DECIMAL(10, 2)>", "[1E+1,null, 2]");

        assertThat(list).isEqualTo(Arrays.asList(new BigDecimal("10.00"), null, new BigDecimal("2.00")));
        assertThatThrownBy(list::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void map_entries_keepTheOrderInWhichTheyCame() {
        Map<?, ?> map = (Map<?, ?>) read("MAP<STRING, INT>", "{\"z\":26,\"a\":null,\"\":0}");

        assertThat(new ArrayList<>(map.keySet())).isEqualTo(List.of("z", "a", ""));
        assertThat(new ArrayList<>(map.values())).isEqualTo(Arrays.asList(26, null, 0));
        assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void row_fieldsInAnyOrder_areTheDeclaredOnesInTheirs() {
        assertThat(read(ROW, "{\"x\":{\"a\":[1]},\"b\":\"x\",\"c\":{\"d\":1.5}}"))
                .isEqualTo(fields("a", null, "b", "x", "c", fields("d", new BigDecimal("1.50"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ARRAY<INT> | {} | TYPE_MISMATCH | column c0 not representable as ARRAY<INT>: an object",
                "ARRAY<INT> | \"[1]\" | TYPE_MISMATCH | column c0 not representable as ARRAY<INT>: a text",
                "ARRAY<INT> | [1,\"2\"] | TYPE_MISMATCH | column c0.element not representable as INT: a text; numbers as text are off",
                "ARRAY<INT NOT NULL> | [null] | NULL_COLUMN | column c0.element is null",
                "ARRAY<ROW<x INT>> | [{\"x\":1.5}] | TYPE_MISMATCH | column c0.element.x not representable as INT: a number with a fraction or an exponent",
                "MAP<STRING, INT> | [] | TYPE_MISMATCH | column c0 not representable as MAP<STRING, INT>: an array",
                "MAP<STRING, INT> | {\"a\":true} | TYPE_MISMATCH | column c0.value not representable as INT: a boolean",
                "MAP<STRING, INT NOT NULL> | {\"a\":null} | NULL_COLUMN | column c0.value is null",
                "MAP<VARCHAR(1), INT> | {\"ab\":1} | TYPE_MISMATCH | column c0.key not representable as VARCHAR(1): a text of 2 characters",
                "MAP<STRING, INT> | {\"a\":1,\"a\":1} | DUPLICATE_FIELD | a key of column c0 stands twice",
                "MAP<CHAR(2), INT> | {\"a\":1,\"a \":2} | DUPLICATE_FIELD | a key of column c0 stands twice",
                ROW + " | [] | TYPE_MISMATCH | column c0 not representable as " + ROW + ": an array",
                ROW + " | {\"a\":1} | MISSING_COLUMN | column c0.b missing (has: [a])",
                ROW + " | {\"b\":null} | NULL_COLUMN | column c0.b is null",
                ROW + " | {\"b\":\"\",\"b\":\"\"} | DUPLICATE_FIELD | field b of column c0 stands twice",
                ROW
                        + " | {\"b\":\"\",\"x\":1,\"x\":2} | DUPLICATE_FIELD | an undeclared field of column c0 stands twice",
                ROW
                        + " | {\"b\":\"\",\"c\":{\"d\":0.001}} | TYPE_MISMATCH | column c0.c.d not representable as DECIMAL(10, 2): more digits after the point than declared",
            })
    void partThatDoesNotFit_isBadAndItsPathIsTold(String type, String json, Reason reason, String detail) {
        BadRecord bad = bad(type, json);

        assertThat(bad.reason()).isEqualTo(reason);
        assertThat(bad.detail()).isEqualTo(detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1", "[1,]", "[1 2]", "{\"a\":[}", "[[[[", "[nul]"})
    void tornOrMalformed_isNoJson(String json) {
        assertThat(bad("ARRAY<INT>", json).reason()).isIn(Reason.NOT_JSON, Reason.TYPE_MISMATCH);
    }

    @Test
    void written_asFlinkDoes_isItsBytes() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 26);
        map.put("a", 1);
        TableContract contract = TypedTable.of("ARRAY<INT>", "MAP<STRING, INT>", ROW, "ARRAY<ROW<x STRING>>");

        byte[] bytes = ValueCodec.of(contract)
                .encode(Map.of(
                        "c0",
                        Arrays.asList(null, 1),
                        "c1",
                        map,
                        "c2",
                        fields("b", "x", "c", fields("d", new BigDecimal("100"))),
                        "c3",
                        List.of(fields("x", "\uD83D\uDE00")),
                        "k0",
                        "A",
                        "k1",
                        1L));

        assertThat(new String(bytes, UTF_8))
                .isEqualTo(
                        "{\"c0\":[null,1],\"c1\":{\"z\":26,\"a\":1},\"c2\":{\"a\":null,\"b\":\"x\",\"c\":{\"d\":1E+2}},"
                                + "\"c3\":[{\"x\":\"\\uD83D\\uDE00\"}],\"k1\":1,\"k0\":\"A\"}");
    }

    @Test
    void given_partOfAnotherType_isRefusedByItsPath() {
        assertThatThrownBy(() -> written("ARRAY<BIGINT>", List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column c0.element: a Integer (expected: a Long for BIGINT)");
        assertThatThrownBy(() -> written("ARRAY<INT NOT NULL>", Collections.singletonList(null)))
                .hasMessage("column c0.element is null");
        assertThatThrownBy(() -> written(ROW, fields("b", "x", "e", 1)))
                .hasMessage("column c0: a field e (expected: one of [a, b, c])");
        assertThatThrownBy(() -> written(ROW, fields("a", 1))).hasMessage("column c0.b is null");
        assertThatThrownBy(() -> written("MAP<STRING, INT>", Map.of(1, 1)))
                .hasMessage("column c0.key: a Integer (expected: a String for STRING)");
        assertThatThrownBy(() -> written("BYTES", new byte[1]))
                .hasMessage("column c0: a byte[] (expected: a Binary for BYTES)");
    }

    @Test
    void deepNesting_isBoundedByTheDeclaredType() {
        String deep = "[".repeat(3_000) + "]".repeat(3_000);

        assertThat(bad("ARRAY<INT>", deep).detail()).isEqualTo("column c0.element not representable as INT: an array");
        assertThat(bad("ROW<a INT>", "{\"x\":" + deep + "}").detail()).isEqualTo("nesting deeper than 100");
    }
}
