package io.keyfold.codec;

import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A contract with nullable columns {@code c0, c1, …} of some types, and the key {@code k0 STRING, k1 BIGINT}. */
final class TypedTable {

    /** Every type that has no parts, those with a precision as they are used. */
    static final List<String> TYPES = List.of(
            "STRING",
            "CHAR(4)",
            "VARCHAR(6)",
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL(10, 2)",
            "DECIMAL(38, 18)",
            "DATE",
            "TIME(3)",
            "TIMESTAMP(9)",
            "TIMESTAMP_LTZ(3)",
            "BYTES",
            "BINARY(3)",
            "VARBINARY(4)");

    /** Types that have parts, with and without nulls, in one another. */
    static final List<String> NESTED = List.of(
            "ARRAY<INT>",
            "ARRAY<STRING NOT NULL>",
            "ARRAY<ARRAY<BYTES>>",
            "MAP<STRING, INT>",
            "MAP<VARCHAR(3), DECIMAL(10, 2) NOT NULL>",
            "ROW<a INT, b STRING, c ROW<d DECIMAL(10, 2)>>",
            "ROW<a BYTES NOT NULL, b ARRAY<ROW<x STRING>>, `c d` MAP<STRING, ARRAY<DOUBLE>>>",
            "ARRAY<MAP<STRING, ROW<at TIMESTAMP(3), day DATE NOT NULL>>>");

    /** All of both. */
    static List<String> allTypes() {
        return Stream.concat(TYPES.stream(), NESTED.stream()).toList();
    }

    private TypedTable() {}

    static TableContract of(String... types) {
        return of(ValueFields.ALL, List.of(types));
    }

    static TableContract of(ValueFields fields, List<String> types) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            columns.add(new Column("c" + i, SqlType.parse(types.get(i)), true, false));
        }
        columns.add(new Column("k1", SqlType.parse("BIGINT"), false, false));
        columns.add(new Column("k0", SqlType.parse("STRING"), false, false));
        return new TableContract(
                "t",
                "t",
                List.of("k0", "k1"),
                fields,
                JsonOptions.FLINK_DEFAULTS,
                columns,
                TopicRequirements.KAFKA_DEFAULTS);
    }

    /** The names of the first columns. */
    static List<String> columns(int many) {
        return IntStream.range(0, many).mapToObj(i -> "c" + i).toList();
    }
}
