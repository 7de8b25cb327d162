package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.PartitionPosition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where a table may be asked, and how fresh an answer must be. Its methods give other options.
 *
 * @param reach which instances may answer
 * @param maxStaleness how far behind an answer may be: as of no longer ago than this, all that could be read is in it. With it
 *     standby copies may answer too; empty: active copies alone, however far they are
 * @param atLeast how far partitions must have been read before they answer; those that are not named may answer at once
 */
public record ReadOptions(Reach reach, Optional<Duration> maxStaleness, List<PartitionPosition> atLeast) {

    /** This instance alone, as far as it is. */
    public static final ReadOptions HERE = new ReadOptions(Reach.HERE, Optional.empty(), List.of());

    /** Whichever instance has the partition, as far as that one is. */
    public static final ReadOptions ANYWHERE = new ReadOptions(Reach.ANYWHERE, Optional.empty(), List.of());

    /** Which instances may answer. */
    public enum Reach {
        /** This one. */
        HERE,
        /** This one for what it has, others of the same consumer for the rest. */
        ANYWHERE
    }

    /** Refuses a staleness that nothing can have. */
    public ReadOptions {
        requireNonNull(reach, "reach");
        requireNonNull(maxStaleness, "maxStaleness");
        atLeast = List.copyOf(atLeast);
        maxStaleness.ifPresent(most -> {
            if (most.isNegative() || most.isZero()) {
                throw new IllegalArgumentException("maxStaleness: " + most + " (expected: more than zero)");
            }
        });
    }

    /**
     * {@return the same options, where standby copies may answer too}
     *
     * @param most how far behind an answer may be, more than zero
     */
    public ReadOptions maxStaleness(Duration most) {
        return new ReadOptions(reach, Optional.of(most), atLeast);
    }

    /**
     * {@return the same options with positions that must have been reached}
     *
     * @param positions at most one a partition; such as those that an earlier answer bore
     */
    public ReadOptions atLeast(List<PartitionPosition> positions) {
        return new ReadOptions(reach, maxStaleness, positions);
    }
}
