package io.keyfold.health;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RecordPosition;

/**
 * How values differ from the contract in one field, counted over the good values that this instance has read since it started,
 * live and by restores.
 *
 * @param column the field's name
 * @param kind how it differs
 * @param records in how many values
 * @param first the first of them that was read
 */
public record ColumnDrift(String column, Kind kind, long records, RecordPosition first) {

    /** How a field differs. */
    public enum Kind {
        /** A declared column is not there; it reads as null. */
        ABSENT,
        /** A declared column is there and null. */
        NULL,
        /** A field is there that no column declares; it is kept and not read. */
        UNDECLARED
    }

    /** Refuses one with something missing. */
    public ColumnDrift {
        requireNonNull(column, "column");
        requireNonNull(kind, "kind");
        requireNonNull(first, "first");
    }
}
