package io.keyfold.client;

import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.store.ReadOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * How fresh answers must be.
 *
 * @param options as the caller set them
 * @param seen how far answers have been, where they must not fall behind that
 */
record Reading(ReadOptions options, Optional<Seen> seen) {

    /** As far as whoever answers is. */
    static final Reading ANYWHERE = new Reading(ReadOptions.ANYWHERE, Optional.empty());

    /** Of each partition the furthest position that an answer bore. Bounded by the partitions. Safe for many threads. */
    static final class Seen {

        private final Map<Integer, PartitionPosition> furthest = new ConcurrentHashMap<>();

        private void add(PartitionPosition position) {
            furthest.merge(position.partition(), position, Reading::further);
        }
    }

    Reading with(ReadOptions other) {
        if (other.reach() != ReadOptions.Reach.ANYWHERE) {
            throw new IllegalArgumentException(
                    "reach: " + other.reach() + " (expected: ANYWHERE, for each instance answers for all)");
        }
        return new Reading(other, seen);
    }

    Reading monotonic() {
        return new Reading(options, Optional.of(new Seen()));
    }

    private static PartitionPosition further(PartitionPosition one, PartitionPosition other) {
        return one.position() >= other.position() ? one : other;
    }

    /** Says it in a request. */
    Target ask(Target target) {
        options.maxStaleness().map(Duration::toString).ifPresent(most -> target.with("max-staleness", most));
        Map<Integer, PartitionPosition> least = new TreeMap<>();
        options.atLeast().forEach(position -> least.merge(position.partition(), position, Reading::further));
        seen.ifPresent(positions -> positions.furthest.forEach(
                (partition, position) -> least.merge(partition, position, Reading::further)));
        return least.isEmpty()
                ? target
                : target.with(
                        "min-position",
                        least.values().stream().map(Reading::text).collect(Collectors.joining(",")));
    }

    private static String text(PartitionPosition position) {
        return position.topic() + "-" + position.partition() + "@" + position.position();
    }

    /** Remembers how far an answer was. */
    void note(Collection<PartitionPosition> asOf) {
        seen.ifPresent(positions -> asOf.forEach(positions::add));
    }

    /** Remembers a row: its partition had been read at least so far, perhaps further than the answer says. */
    void note(RecordPosition row) {
        seen.ifPresent(
                positions -> positions.add(new PartitionPosition(row.topic(), row.partition(), row.offset() + 1)));
    }
}
