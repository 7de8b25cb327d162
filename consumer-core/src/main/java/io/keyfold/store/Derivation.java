package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a user derives from the tables.
 *
 * @param topology builds it
 * @param desk answers questions to it; empty if nobody asks
 */
public record Derivation(DerivedTopology topology, Optional<DerivedDesk> desk) {

    /** Refuses none. */
    public Derivation {
        requireNonNull(topology, "topology");
        requireNonNull(desk, "desk");
    }
}
