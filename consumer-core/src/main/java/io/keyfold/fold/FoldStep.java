package io.keyfold.fold;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.StoredRow;

/** What one record does to the table. */
public sealed interface FoldStep {

    /**
     * The row is new.
     *
     * @param after the row
     */
    record Insert(StoredRow after) implements FoldStep {}

    /**
     * The row is replaced.
     *
     * @param before the row until now
     * @param after the row from now on
     */
    record Update(StoredRow before, StoredRow after) implements FoldStep {}

    /**
     * The row goes.
     *
     * @param before the row until now
     */
    record Delete(StoredRow before) implements FoldStep {}

    /**
     * The value was there already: only the header is written anew, its mark cleared.
     *
     * @param refreshed the same value at the newer position
     */
    record Unchanged(StoredRow refreshed) implements FoldStep {}

    /** A delete of a row that is not there. */
    record AlreadyAbsent() implements FoldStep {}

    /** A delete of a row that is not there, where a mark stands alone: the mark goes. */
    record MarkCleared() implements FoldStep {}

    /**
     * A bad value: the row stays as it is, marked; where there is none, the mark stands alone.
     *
     * @param marked what to store
     * @param why the fault
     */
    record DeadLetter(StoredRow marked, BadRecord why) implements FoldStep {}

    /** The record has been applied before. */
    record Skipped() implements FoldStep {}
}
