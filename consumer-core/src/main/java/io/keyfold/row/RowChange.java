package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What one record changed.
 *
 * @param <T> how values are read
 * @param kind what happened to the row
 * @param key the row's key
 * @param before the row until now; empty for an INSERT
 * @param after the row from now on; empty for a DELETE
 * @param position the record that did it
 */
public record RowChange<T>(
        RowKind kind, RowKey key, Optional<Row<T>> before, Optional<Row<T>> after, RecordPosition position) {

    /** Refuses a change whose sides do not fit its kind. */
    public RowChange {
        requireNonNull(key, "key");
        requireNonNull(position, "position");
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

    /** {@return its kind and position: a row's contents are not for logs} */
    @Override
    public String toString() {
        return kind + " " + position;
    }
}
