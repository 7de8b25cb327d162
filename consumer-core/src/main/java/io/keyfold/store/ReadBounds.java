package io.keyfold.store;

import io.keyfold.row.PartitionPosition;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How fresh an answer of one partition must be.
 *
 * @param maxStalenessMs how long ago all that could be read must have been in it at the most; empty for no bound
 * @param atLeast the position that it must have been read to; empty for none
 */
record ReadBounds(OptionalLong maxStalenessMs, OptionalLong atLeast) {

    static final ReadBounds NONE = new ReadBounds(OptionalLong.empty(), OptionalLong.empty());

    static ReadBounds of(ReadOptions options, int partition) {
        OptionalLong most = options.maxStaleness()
                .map(Duration::toMillis)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
        OptionalLong least = options.atLeast().stream()
                .filter(position -> position.partition() == partition)
                .mapToLong(PartitionPosition::position)
                .max();
        return new ReadBounds(most, least);
    }
}
