package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowMark;
import java.time.Instant;
import java.util.Optional;

/**
 * What the table keeps for a key: a row, a marked row, or a mark alone where a bad record met no row.
 *
 * @param json the row's value; empty where there is only a mark
 * @param position the record that wrote the value or repeated it last; of a mark alone, the bad record
 * @param timestamp that record's timestamp; empty if it had none
 * @param mark present if a newer record for the key could not be applied
 */
public record StoredRow(
        Optional<RowJson> json, RecordPosition position, Optional<Instant> timestamp, Optional<RowMark> mark) {

    /** Refuses what has neither row nor mark. */
    public StoredRow {
        requireNonNull(position, "position");
        requireNonNull(timestamp, "timestamp");
        if (json.isEmpty() && mark.isEmpty()) {
            throw new IllegalArgumentException("stored row: nothing (expected: a value or a mark)");
        }
    }

    /** {@return the same, flagged}
     *
     * @param newer the flag
     */
    public StoredRow withMark(RowMark newer) {
        return new StoredRow(json, position, timestamp, Optional.of(newer));
    }
}
