package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

/**
 * One column of a table.
 *
 * @param name as it stands in the JSON, case-sensitive
 * @param type its Flink SQL type
 * @param nullable whether a row may leave it null or out
 * @param personal whether it is personal data, never to be printed
 */
public record Column(String name, SqlType type, boolean nullable, boolean personal) {

    /** Refuses a column without a name. */
    public Column {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        if (name.isBlank()) {
            throw new IllegalArgumentException("name: blank (expected: a column name)");
        }
    }

    /** {@return the column as DDL has it, such as {@code order_id STRING NOT NULL}} */
    @Override
    public String toString() {
        return name + " " + type + (nullable ? "" : " NOT NULL");
    }
}
