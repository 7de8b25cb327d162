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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Flink was told to write of every type in a key is what is read. */
class RecordedKeyTypesTest {

    /** For each topic the keys in the order of the inserted rows. */
    static Stream<Arguments> insertedKeys() {
        LocalDateTime half = LocalDateTime.parse("2024-01-15T10:30");
        List<?> decimals = Stream.of(
                        "1.50", "100.00", "0.00", "1000.00", "9999999999999999.99", "-12.30", "0.01", "12345678.00")
                .map(BigDecimal::new)
                .toList();
        List<?> integral =
                Stream.of("100", "1", "0", "120").map(BigDecimal::new).toList();
        List<?> times = List.of(LocalTime.of(10, 30), LocalTime.of(10, 0), LocalTime.MIDNIGHT);
        List<?> millis =
                List.of(half, LocalDateTime.parse("2024-01-15T10:30:00.12"), LocalDateTime.parse("2024-01-15T00:00"));
        List<?> micros = List.of(
                half, LocalDateTime.parse("2024-01-15T10:30:00.123456"), LocalDateTime.parse("2024-01-15T10:30:00.1"));
        List<?> instants = List.of(Instant.ofEpochMilli(1_705_285_800_123L), Instant.ofEpochMilli(1_705_285_800_000L));
        List<?> arrays = List.of(List.of(1, 2), Arrays.asList((Object) null));
        List<?> rows = List.of(RecordedRows.fields("a", 1, "b", "x"), RecordedRows.fields("a", null, "b", null));
        return Stream.of(
                Arguments.of(
                        "c2k_string",
                        List.of(
                                "A1001",
                                "",
                                "中文",
                                "\uD83D\uDE00",
                                "quote\"d",
                                "back\\slash",
                                "a/b<>&",
                                "ctl\u0001\t\n\u2028",
                                "null",
                                " sp ")),
                Arguments.of("c2k_char", List.of("ab   ", "abcde")),
                Arguments.of("c2k_int", List.of(1, Integer.MIN_VALUE, 0)),
                Arguments.of("c2k_bigint", List.of(1L, Long.MAX_VALUE, Long.MIN_VALUE)),
                Arguments.of("c2k_decimal", decimals),
                Arguments.of("c2k_decimal_plain", decimals),
                Arguments.of("c2k_decimal0", integral),
                Arguments.of("c2k_decimal0_plain", integral),
                Arguments.of("c2k_boolean", List.of(true, false)),
                Arguments.of("c2k_date", List.of(LocalDate.of(2024, 1, 15))),
                Arguments.of("c2k_time", times),
                Arguments.of("c2k_time_iso", times),
                Arguments.of("c2k_ts3", millis),
                Arguments.of("c2k_ts3_iso", millis),
                Arguments.of("c2k_ts6", micros),
                Arguments.of("c2k_ts6_iso", micros),
                Arguments.of("c2k_ltz3", instants),
                Arguments.of("c2k_ltz3_iso", instants),
                Arguments.of("c2k_double", List.of(1.0E10, 0.1, 100.0, -0.5)),
                Arguments.of("c2k_float", List.of(1.0E10f, 0.1f, 100f, 1.1f)),
                Arguments.of("c2k_bytes", List.of(RecordedRows.bytes("0001ff"), RecordedRows.bytes(""))),
                Arguments.of("c2k_array", arrays),
                Arguments.of("c2k_array_nonull", arrays),
                Arguments.of("c2k_map", List.of(Map.of("a", 1))),
                Arguments.of("c2k_row", rows),
                Arguments.of("c2k_row_nonull", rows));
    }

    @ParameterizedTest
    @MethodSource("insertedKeys")
    void key_ofEveryType_isWhatWasInserted(String topic, List<?> inserted) {
        TableContract contract = RecordedTables.contract(topic);
        Map<Long, Object> byV = new TreeMap<>();
        for (RecordedRecord record : Recording.named("case2c-types-in-key").records(topic)) {
            ColumnValues row = RecordedRows.read(contract, record);
            byV.put(row.integer("v").orElseThrow(), row.get("k").orElseThrow());
        }

        assertThat(List.copyOf(byV.values())).isEqualTo(inserted);
    }
}
