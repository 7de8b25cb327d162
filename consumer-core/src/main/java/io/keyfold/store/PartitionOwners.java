package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.PeerAddress;
import java.util.List;
import java.util.Optional;

/**
 * Where the copies of one partition are, as the group last told it; only instances that have an address are known.
 *
 * @param isHere whether this instance reads the partition
 * @param active the instance that reads it
 * @param standbys the instances that keep a standby copy
 */
public record PartitionOwners(boolean isHere, Optional<PeerAddress> active, List<PeerAddress> standbys) {

    /** Nothing is known. */
    public static final PartitionOwners UNKNOWN = new PartitionOwners(false, Optional.empty(), List.of());

    /** Copies the list. */
    public PartitionOwners {
        requireNonNull(active, "active");
        standbys = List.copyOf(standbys);
    }
}
