package io.keyfold.health;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.PartitionPosition;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One partition on this instance.
 *
 * @param partition the partition
 * @param state what it is doing
 * @param position how far it has been read; empty before the first read
 * @param lag offsets between the position and the last stable offset, transaction markers included; empty if not known
 * @param restored records restored so far or in all, since it was assigned
 */
public record PartitionStatus(
        int partition, PartitionState state, Optional<PartitionPosition> position, OptionalLong lag, long restored) {

    /** Refuses a status with something missing. */
    public PartitionStatus {
        requireNonNull(state, "state");
        requireNonNull(position, "position");
        requireNonNull(lag, "lag");
    }
}
