package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.RowShape.Difference;
import io.keyfold.row.RecordPosition;
import java.time.Instant;

/**
 * What this instance has noticed since it started about one field of the values that it read, live or by a restore.
 *
 * @param difference how the field differs from the contract
 * @param column its name
 * @param records in how many values it differs so
 * @param since when the first was noticed
 * @param first the first of them that was noticed
 */
public record ColumnNote(Difference difference, String column, long records, Instant since, RecordPosition first) {

    /** Refuses a note with something missing. */
    public ColumnNote {
        requireNonNull(difference, "difference");
        requireNonNull(column, "column");
        requireNonNull(since, "since");
        requireNonNull(first, "first");
    }
}
