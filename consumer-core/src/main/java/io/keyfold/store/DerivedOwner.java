package io.keyfold.store;

import io.keyfold.config.PeerAddress;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Where a key of a derived store is, as the group last told it.
 *
 * @param partition the partition of the store that it has; empty if nothing is told yet
 * @param active the instance that keeps that partition up to date, if it has an address
 */
record DerivedOwner(OptionalInt partition, Optional<PeerAddress> active) {

    static final DerivedOwner UNKNOWN = new DerivedOwner(OptionalInt.empty(), Optional.empty());

    static DerivedOwner of(KeyQueryMetadata told) {
        HostInfo host = told.activeHost();
        return new DerivedOwner(
                told.partition() < 0 ? OptionalInt.empty() : OptionalInt.of(told.partition()),
                host.equals(HostInfo.unavailable()) ? Optional.empty() : OwnersView.address(host));
    }
}
