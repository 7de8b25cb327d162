package io.keyfold.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTypeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STRING | STRING",
                "decimal(18, 2) | DECIMAL(18, 2)",
                "DECIMAL(18,2) | DECIMAL(18, 2)",
                "DECIMAL | DECIMAL(10, 0)",
                "NUMERIC(5) | DECIMAL(5, 0)",
                "INTEGER | INT",
                "DOUBLE PRECISION | DOUBLE",
                "TIMESTAMP | TIMESTAMP(6)",
                "TIMESTAMP(3) | TIMESTAMP(3)",
                "timestamp_ltz(9) | TIMESTAMP_LTZ(9)",
                "TIME | TIME(0)",
                "CHAR | CHAR(1)",
                "VARCHAR(20) | VARCHAR(20)",
            })
    void parse_flinkSpelling_givesTheType(String text, String expected) {
        assertThat(SqlType.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "TEXT", "INT(3)", "ARRAY<INT>", "TIMESTAMP(3, 1)", "STRING(", "DECIMAL(99999999999)"})
    void parse_noScalarType_isRefusedWithTheText(String text) {
        assertThatThrownBy(() -> SqlType.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("type: " + text + " (expected: a scalar Flink SQL type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DECIMAL(39, 2) | precision of DECIMAL: 39 (expected: 1 .. 38)",
                "DECIMAL(5, 6) | scale of DECIMAL: 6 (expected: 0 .. 5)",
                "TIMESTAMP(10) | precision of TIMESTAMP: 10 (expected: 0 .. 9)",
                "CHAR(0) | precision of CHAR: 0 (expected: 1 .. 2147483647)",
            })
    void parse_sizeOutOfRange_isRefusedWithTheRange(String text, String message) {
        assertThatThrownBy(() -> SqlType.parse(text)).hasMessage(message);
    }
}
