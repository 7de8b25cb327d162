package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What one record changed, or what an audit mended.
 *
 * @param <T> how values are read
 * @param kind what happened to the row
 * @param key the row's key
 * @param before the row until now; empty for an INSERT
 * @param after the row from now on; empty for a DELETE
 * @param position the record that did it; where none did, the last record that its partition had applied by then
 * @param cause what did it
 */
public record RowChange<T>(
        RowKind kind,
        RowKey key,
        Optional<Row<T>> before,
        Optional<Row<T>> after,
        RecordPosition position,
        Cause cause) {

    /** What changed a row. */
    public enum Cause {
        /** A record of the topic. */
        RECORD,
        /** An audit: its delete was missed, and is in the topic no more. */
        SWEPT,
        /** The topic's retention: its record has expired. */
        EXPIRED
    }

    /** Refuses a change whose sides do not fit its kind. */
    public RowChange {
        requireNonNull(key, "key");
        requireNonNull(position, "position");
        requireNonNull(cause, "cause");
        boolean fits = switch (requireNonNull(kind, "kind")) {
            case INSERT -> before.isEmpty() && after.isPresent();
            case UPDATE -> before.isPresent() && after.isPresent();
            case DELETE -> before.isPresent() && after.isEmpty();
        };
        if (!fits) {
            throw new IllegalArgumentException("kind: " + kind + " (expected: INSERT with after alone, UPDATE with "
                    + "before and after, DELETE with before alone)");
        }
    }

    /**
     * What one record changed.
     *
     * @param kind what happened to the row
     * @param key the row's key
     * @param before the row until now; empty for an INSERT
     * @param after the row from now on; empty for a DELETE
     * @param position the record that did it
     */
    public RowChange(
            RowKind kind, RowKey key, Optional<Row<T>> before, Optional<Row<T>> after, RecordPosition position) {
        this(kind, key, before, after, position, Cause.RECORD);
    }

    /** {@return its kind and position: a row's contents are not for logs} */
    @Override
    public String toString() {
        return kind + " " + position;
    }
}
