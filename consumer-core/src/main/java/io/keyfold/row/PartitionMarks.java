package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What is to be said of all rows of a partition.
 *
 * @param stale present if they may have been deleted upstream
 * @param waiting present if newer data waits behind an open transaction
 * @param standby present if they were read from a standby copy
 */
public record PartitionMarks(Optional<StaleMark> stale, Optional<WaitingMark> waiting, Optional<StandbyMark> standby) {

    /** Nothing. */
    public static final PartitionMarks NONE = new PartitionMarks(Optional.empty(), Optional.empty(), Optional.empty());

    /** Refuses marks with something missing. */
    public PartitionMarks {
        requireNonNull(stale, "stale");
        requireNonNull(waiting, "waiting");
        requireNonNull(standby, "standby");
    }

    /**
     * Marks of an active copy.
     *
     * @param stale present if its rows may have been deleted upstream
     * @param waiting present if newer data waits behind an open transaction
     */
    public PartitionMarks(Optional<StaleMark> stale, Optional<WaitingMark> waiting) {
        this(stale, waiting, Optional.empty());
    }

    /** {@return whether nothing is to be said} */
    public boolean isEmpty() {
        return stale.isEmpty() && waiting.isEmpty() && standby.isEmpty();
    }
}
