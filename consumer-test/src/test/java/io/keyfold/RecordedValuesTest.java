package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.ColumnValues;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.recording.RecordedRecord;
import io.keyfold.test.recording.Recording;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Flink was told to write of every type in a value is what is read: cell by cell. */
class RecordedValuesTest {

    private static final List<String> COLUMNS = RecordedTables.contract("c2v_iso").columns().stream()
            .map(column -> column.name())
            .toList();
    private static final String CONTROLS = "ctl\u0001\t\n\u2028";

    private static ColumnValues abc(@Nullable Integer a, @Nullable String b, @Nullable String d) {
        return RecordedRows.fields("a", a, "b", b, "c", RecordedRows.fields("d", d == null ? null : new BigDecimal(d)));
    }

    private static Map<String, @Nullable Object> map(String key, @Nullable Object value) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    private static LocalDateTime time(String text) {
        return LocalDateTime.parse(text);
    }

    private static ColumnValues row(@Nullable Object... values) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            row.put(COLUMNS.get(i), i < values.length ? values[i] : null);
        }
        return ColumnValues.of(row);
    }

    /** As case2a's INSERT has them; what is not given is NULL. */
    private static List<ColumnValues> inserted() {
        return List.of(
                row(
                        1,
                        "plain",
                        "ab   ",
                        true,
                        (byte) 1,
                        (short) 2,
                        3,
                        4L,
                        1.5f,
                        2.5,
                        decimal("1.50"),
                        decimal("1.500000000000000000"),
                        LocalDate.of(2024, 1, 15),
                        LocalTime.of(10, 30),
                        time("2024-01-15T10:30"),
                        time("2024-01-15T10:30:00.123"),
                        time("2024-01-15T10:30:00.123456"),
                        time("2024-01-15T10:30:00.123456789"),
                        Instant.ofEpochMilli(1_705_285_800_123L),
                        Instant.ofEpochMilli(1_705_285_800_123L),
                        RecordedRows.bytes("0001ff"),
                        List.of(1, 2, 3),
                        Map.of("a", 1, "b", 2),
                        abc(1, "x", "1.50"),
                        List.of(RecordedRows.fields("x", "p"), RecordedRows.fields("x", "q"))),
                row(
                        2,
                        "中文 \"q\" \\ / <>& \uD83D\uDE00",
                        "     ",
                        false,
                        Byte.MIN_VALUE,
                        Short.MIN_VALUE,
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        1.0E10f,
                        1.0E10,
                        decimal("100.00"),
                        decimal("100.000000000000000000"),
                        LocalDate.of(1, 1, 1),
                        LocalTime.MIDNIGHT,
                        time("1970-01-01T00:00"),
                        time("2024-01-15T10:30"),
                        time("2024-01-15T10:30:00.1"),
                        time("2024-01-15T10:30"),
                        Instant.EPOCH,
                        Instant.ofEpochMilli(1_705_285_800_000L),
                        RecordedRows.bytes(""),
                        Arrays.asList(null, 1),
                        map("k", null),
                        abc(null, null, null),
                        List.of(RecordedRows.fields("x", null))),
                row(
                        3,
                        "",
                        "abcde",
                        true,
                        Byte.MAX_VALUE,
                        Short.MAX_VALUE,
                        Integer.MAX_VALUE,
                        Long.MAX_VALUE,
                        1.175494E-38f,
                        Double.MIN_VALUE,
                        decimal("0.00"),
                        decimal("0E-18"),
                        LocalDate.of(9999, 12, 31),
                        LocalTime.of(23, 59, 59),
                        time("9999-12-31T23:59:59"),
                        time("2024-01-15T00:00"),
                        time("2024-01-15T10:30:59.999999"),
                        time("2024-01-15T10:30:59.999999999"),
                        Instant.ofEpochMilli(253_402_300_799_999L),
                        Instant.ofEpochMilli(-1),
                        RecordedRows.bytes("ff"),
                        List.of(Integer.MAX_VALUE),
                        map("", 0),
                        abc(3, "", "100.00"),
                        List.of(RecordedRows.fields("x", ""))),
                row(
                        4,
                        CONTROLS,
                        "e    ",
                        false,
                        (byte) 0,
                        (short) 0,
                        0,
                        0L,
                        0.1f,
                        0.1,
                        decimal("9999999999999999.99"),
                        decimal("12345678901234567890.123456789012345678"),
                        LocalDate.of(2024, 2, 29),
                        LocalTime.NOON,
                        time("2024-02-29T12:00"),
                        time("2024-02-29T12:00:00.01"),
                        time("2024-02-29T12:00:00.000001"),
                        time("2024-02-29T12:00:00.000000001"),
                        Instant.ofEpochMilli(1_709_179_200_010L),
                        Instant.ofEpochMilli(1_709_179_200_010L),
                        RecordedRows.bytes("00"),
                        List.of(0),
                        Map.of("z", 26, "a", 1),
                        abc(0, "n", "0.00"),
                        List.of(RecordedRows.fields("x", "\uD83D\uDE00"))),
                row(
                        5,
                        "dec",
                        "e    ",
                        false,
                        (byte) 0,
                        (short) 0,
                        0,
                        0L,
                        1.23456792E8f,
                        1.2345678912345679E8,
                        decimal("-1000.00"),
                        decimal("1E-18")),
                row(6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c2v_sql_default", "c2v_iso", "c2v_plain", "c2v_ignorenull"})
    void value_ofEveryType_isWhatWasInserted(String topic) {
        TableContract contract = RecordedTables.contract(topic);
        Map<Long, ColumnValues> byId = new TreeMap<>();
        for (RecordedRecord record : Recording.named("case2a-types-in-value").records(topic)) {
            ColumnValues row = RecordedRows.read(contract, record);
            byId.put(row.integer("id").orElseThrow(), row);
        }

        assertThat(byId.values()).hasSize(6);
        for (ColumnValues expected : inserted()) {
            ColumnValues row = byId.get(expected.integer("id").orElseThrow());
            assertThat(row == null ? Map.of() : row.asMap())
                    .as("row %s", expected.get("id"))
                    .containsExactlyEntriesOf(expected.asMap());
        }
    }

    @Test
    void map_inAValue_keepsItsOrder() {
        RecordedRecord fourth =
                Recording.named("case2a-types-in-value").records("c2v_iso").get(4);

        assertThat(RecordedRows.read(RecordedTables.contract("c2v_iso"), fourth)
                        .map("c_map")
                        .orElseThrow()
                        .keySet())
                .containsExactly("z", "a");
    }

    @Test
    void nonFinite_doublesAndFloats_areTheirValues() {
        TableContract contract = RecordedTables.contract("c2nf");

        assertThat(Recording.named("case2b-non-finite").records("c2nf").stream()
                        .map(record -> RecordedRows.read(contract, record))
                        .toList())
                .containsExactly(
                        RecordedRows.fields("id", 2, "d", Double.NaN, "f", Float.NaN),
                        RecordedRows.fields("id", 3, "d", Double.POSITIVE_INFINITY, "f", Float.POSITIVE_INFINITY),
                        RecordedRows.fields("id", 4, "d", Double.NEGATIVE_INFINITY, "f", Float.NEGATIVE_INFINITY),
                        RecordedRows.fields("id", 5, "d", -0.0, "f", -0.0f),
                        RecordedRows.fields("id", 6, "d", 1.0E300, "f", Float.POSITIVE_INFINITY));
    }
}
