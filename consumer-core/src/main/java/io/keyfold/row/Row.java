package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * One row: its key, its value and the record that wrote it.
 *
 * @param <T> how the value is read: {@link RowJson} or a user's record
 * @param key the primary key
 * @param value the value
 * @param position the record that wrote this value, or that repeated it last
 * @param timestamp that record's timestamp; empty if it had none
 * @param mark present if a newer record for this key could not be applied
 * @param stale present if it may have been deleted upstream
 * @param waiting present if newer data of its partition waits behind an open transaction
 * @param standby present if it was read from a standby copy
 */
public record Row<T>(
        RowKey key,
        T value,
        RecordPosition position,
        Optional<Instant> timestamp,
        Optional<RowMark> mark,
        Optional<StaleMark> stale,
        Optional<WaitingMark> waiting,
        Optional<StandbyMark> standby) {

    /** Refuses a row with something missing. */
    public Row {
        requireNonNull(key, "key");
        requireNonNull(value, "value");
        requireNonNull(position, "position");
        requireNonNull(timestamp, "timestamp");
        requireNonNull(mark, "mark");
        requireNonNull(stale, "stale");
        requireNonNull(waiting, "waiting");
        requireNonNull(standby, "standby");
    }

    /**
     * A row of whose partition nothing is to be said.
     *
     * @param key the primary key
     * @param value the value
     * @param position the record that wrote this value, or that repeated it last
     * @param timestamp that record's timestamp; empty if it had none
     * @param mark present if a newer record for this key could not be applied
     */
    public Row(RowKey key, T value, RecordPosition position, Optional<Instant> timestamp, Optional<RowMark> mark) {
        this(key, value, position, timestamp, mark, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** {@return where it was written: a row's contents are not for logs} */
    @Override
    public String toString() {
        return "Row[" + position + mark.map(m -> ", marked: " + m.reason()).orElse("")
                + stale.map(s -> ", stale: " + s.reason()).orElse("") + "]";
    }

    /**
     * {@return the same row with its value read in another way}
     *
     * @param other the value
     * @param <U> its type
     */
    public <U> Row<U> withValue(U other) {
        return new Row<>(key, other, position, timestamp, mark, stale, waiting, standby);
    }

    /**
     * {@return the same row with what is to be said of its partition}
     *
     * @param marks of its partition
     */
    public Row<T> withMarks(PartitionMarks marks) {
        return new Row<>(key, value, position, timestamp, mark, marks.stale(), marks.waiting(), marks.standby());
    }
}
