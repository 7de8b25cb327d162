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
                "VARCHAR | STRING",
                "varchar(2147483647) | STRING",
                "VARCHAR(2147483646) | VARCHAR(2147483646)",
                "BINARY | BINARY(1)",
                "CHARACTER | CHAR(1)",
                "CHARACTER(3) | CHAR(3)",
                "character varying(3) | VARCHAR(3)",
                "CHAR VARYING(3) | VARCHAR(3)",
                "CHAR VARYING | STRING",
                "BINARY VARYING(3) | VARBINARY(3)",
                "ARRAY<CHARACTER VARYING(3) NOT NULL> | ARRAY<VARCHAR(3) NOT NULL>",
                "VARBINARY | BYTES",
                "VARBINARY(2147483647) | BYTES",
                "MAP<VARCHAR NOT NULL, ROW<a VARBINARY, b VARCHAR ARRAY>> | MAP<STRING NOT NULL, ROW<a BYTES, b ARRAY<STRING>>>",
                "bytes | BYTES",
                "VARBINARY(16) | VARBINARY(16)",
                "timestamp(3) with local time zone | TIMESTAMP_LTZ(3)",
                "array<int not null> | ARRAY<INT NOT NULL>",
                "INT ARRAY | ARRAY<INT>",
                "INT NOT NULL ARRAY ARRAY | ARRAY<ARRAY<INT NOT NULL>>",
                "map<string, decimal(10,2)> | MAP<STRING, DECIMAL(10, 2)>",
                "ROW<a INT, `b c` STRING NOT NULL 'said of b', c ROW(d DOUBLE)> | ROW<a INT, `b c` STRING NOT NULL, c ROW<d DOUBLE>>",
            })
    void parse_flinkSpelling_givesTheType(String text, String expected) {
        assertThat(SqlType.parse(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "TEXT",
                "VARYING(3)",
                "VARCHAR VARYING(3)",
                "INT(3)",
                "ARRAY<INT",
                "ARRAY<>",
                "ROW<>",
                "MAP<STRING>",
                "MULTISET<INT>",
                "TIMESTAMP(3, 1)",
                "STRING(",
                "DECIMAL(99999999999)"
            })
    void parse_noFlinkType_isRefusedWithTheText(String text) {
        assertThatThrownBy(() -> SqlType.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("type: " + text + " (expected: a Flink SQL type");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DECIMAL(39, 2) | precision of DECIMAL: 39 (expected: 1 .. 38)",
                "DECIMAL(5, 6) | scale of DECIMAL: 6 (expected: 0 .. 5)",
                "TIMESTAMP(10) | precision of TIMESTAMP: 10 (expected: 0 .. 9)",
                "CHAR(0) | precision of CHAR: 0 (expected: 1 .. 2147483647)",
                "MAP<INT, INT> | key of a MAP: INT (expected: STRING, VARCHAR or CHAR, for JSON has no other names)",
                "ROW<a INT, a STRING> | field a of a ROW is declared twice",
            })
    void parse_sizeOutOfRange_isRefusedWithTheRange(String text, String message) {
        assertThatThrownBy(() -> SqlType.parse(text)).hasMessage(message);
    }
}
