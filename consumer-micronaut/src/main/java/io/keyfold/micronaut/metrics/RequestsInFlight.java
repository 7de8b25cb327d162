package io.keyfold.micronaut.metrics;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** How many requests are being answered right now, by kind. For any thread. */
@Singleton
public final class RequestsInFlight {

    /** What a request costs, and with it who it competes with. */
    public enum Kind {
        /** Rows by their keys, and what is told of tables. */
        READ,
        /** Lists, counts, totals and batches, which walk rows. */
        SCAN,
        /** A stream of events, which stays open. */
        CHANGES
    }

    private final Map<Kind, AtomicInteger> counts = new EnumMap<>(Kind.class);

    /** None yet. */
    public RequestsInFlight() {
        for (Kind kind : Kind.values()) {
            counts.put(kind, new AtomicInteger());
        }
    }

    /**
     * {@return whether one more may be answered; it is counted then, until it {@linkplain #leave leaves}}
     *
     * @param kind its kind
     * @param limit how many of the kind there may be at once, this one included
     */
    public boolean enter(Kind kind, int limit) {
        AtomicInteger count = of(kind);
        int before;
        do {
            before = count.get();
            if (before >= limit) {
                return false;
            }
        } while (!count.compareAndSet(before, before + 1));
        return true;
    }

    /**
     * Counts one less.
     *
     * @param kind the kind of one that entered
     */
    public void leave(Kind kind) {
        of(kind).decrementAndGet();
    }

    /**
     * {@return how many there are now}
     *
     * @param kind of which kind
     */
    public int now(Kind kind) {
        return of(kind).get();
    }

    private AtomicInteger of(Kind kind) {
        return requireNonNull(counts.get(requireNonNull(kind, "kind")));
    }
}
