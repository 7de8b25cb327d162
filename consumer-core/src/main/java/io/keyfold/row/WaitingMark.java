package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A flag on rows of a partition in which newer data waits behind an open transaction: what it will be, and whether it is about this
 * row, nobody can tell before the transaction has ended.
 *
 * @param since how long that has been so: from when on the oldest of it has waited, as far as is known
 * @param offsets how many offsets wait, one or more; no count of records, for transaction markers are among them
 */
public record WaitingMark(Instant since, long offsets) {

    /** Refuses a mark under which nothing waits. */
    public WaitingMark {
        requireNonNull(since, "since");
        if (offsets < 1) {
            throw new IllegalArgumentException("offsets: " + offsets + " (expected: 1 or more)");
        }
    }
}
