package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A flag on rows of a partition in which newer data waits behind an open transaction: what it will be, and whether it is about this
 * row, nobody can tell before the transaction has ended. How much it is the partition's status tells.
 *
 * @param since how long that has been so: from when on the oldest of it has waited, as far as is known
 */
public record WaitingMark(Instant since) {

    /** Refuses a mark without a time. */
    public WaitingMark {
        requireNonNull(since, "since");
    }
}
