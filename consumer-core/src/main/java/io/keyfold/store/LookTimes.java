package io.keyfold.store;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * When partitions that stand still are to be looked at: after two seconds at the same end, and again after ten, or after five where
 * the last look was not sure. By a clock that nobody sets. Belongs to one thread.
 *
 * @param <P> what stands for a partition
 */
final class LookTimes<P> {

    static final Duration PATIENCE = Duration.ofSeconds(2);
    static final Duration PAUSE = Duration.ofSeconds(10);
    static final Duration SHORT_PAUSE = Duration.ofSeconds(5);

    private final LongSupplier nanos;
    private final Map<P, Next> looks = new HashMap<>();

    /** When it is to be looked at, if it is still at that end. */
    private record Next(long stableEnd, long atNanos) {}

    LookTimes(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** {@return whether to look now at one that data waits in, at that end} */
    boolean isDue(P partition, long stableEnd) {
        Next next = looks.get(partition);
        if (next == null || next.stableEnd != stableEnd) {
            in(PATIENCE, partition, stableEnd);
            return false;
        }
        return nanos.getAsLong() - next.atNanos >= 0;
    }

    void looked(P partition, long stableEnd, boolean isFinal) {
        in(isFinal ? PAUSE : SHORT_PAUSE, partition, stableEnd);
    }

    private void in(Duration pause, P partition, long stableEnd) {
        looks.put(partition, new Next(stableEnd, nanos.getAsLong() + pause.toNanos()));
    }

    /** Forgets all but these. */
    void keepOnly(Set<P> waiting) {
        looks.keySet().retainAll(waiting);
    }
}
