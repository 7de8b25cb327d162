package io.keyfold.row;

import static java.util.Objects.requireNonNull;

/**
 * A flag on a row that a reader sees: a newer record for its key exists and could not be applied.
 *
 * @param position where the record that was not applied lies
 * @param reason why not; says nothing of the row's contents
 */
public record RowMark(RecordPosition position, String reason) {

    /** Refuses a mark that does not say where or why. */
    public RowMark {
        requireNonNull(position, "position");
        requireNonNull(reason, "reason");
    }
}
