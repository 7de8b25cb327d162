package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
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
 * @param place whether it lies in the partition that its key hashes to, and under the bytes that hash there
 */
public record StoredRow(
        Optional<RowJson> json,
        RecordPosition position,
        Optional<Instant> timestamp,
        Optional<RowMark> mark,
        Place place) {

    private static final String FOREIGN =
            "foreign: the record lies in another partition than the one that its key hashes to";

    /** Where a row lies. */
    public enum Place {
        /** In the partition that its key hashes to. */
        HOME,
        /** There too, but its record's key has other bytes than Flink writes for it. */
        RESPELLED,
        /** In another partition: another partitioner wrote it, or its key was spelled otherwise. */
        FOREIGN
    }

    /** Refuses what has neither row nor mark. */
    public StoredRow {
        requireNonNull(position, "position");
        requireNonNull(timestamp, "timestamp");
        requireNonNull(place, "place");
        if (json.isEmpty() && mark.isEmpty()) {
            throw new IllegalArgumentException("stored row: nothing (expected: a value or a mark)");
        }
    }

    /**
     * What lies in the partition that its key hashes to.
     *
     * @param json the row's value; empty where there is only a mark
     * @param position the record that wrote it
     * @param timestamp that record's timestamp; empty if it had none
     * @param mark present if a newer record for the key could not be applied
     */
    public StoredRow(
            Optional<RowJson> json, RecordPosition position, Optional<Instant> timestamp, Optional<RowMark> mark) {
        this(json, position, timestamp, mark, Place.HOME);
    }

    /** {@return whether there is a row, be it marked; else there is a mark alone} */
    public boolean isRow() {
        return json.isPresent();
    }

    /**
     * {@return the row as readers see it; there must be one. A foreign row bears a mark that says so, unless it bears
     * another}
     *
     * @param key its key
     */
    public Row<RowJson> withKey(RowKey key) {
        Optional<RowMark> seen =
                mark.isPresent() || place != Place.FOREIGN ? mark : Optional.of(new RowMark(position, FOREIGN));
        return new Row<>(key, json.orElseThrow(), position, timestamp, seen);
    }

    /**
     * {@return the same in another place}
     *
     * @param other where it lies
     */
    public StoredRow in(Place other) {
        return new StoredRow(json, position, timestamp, mark, other);
    }

    /** {@return the same, flagged}
     *
     * @param newer the flag
     */
    public StoredRow withMark(RowMark newer) {
        return new StoredRow(json, position, timestamp, Optional.of(newer), place);
    }
}
