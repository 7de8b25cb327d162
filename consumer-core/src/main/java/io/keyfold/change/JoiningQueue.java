package io.keyfold.change;

import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A queue out of which a DELETE and the INSERT after it come as one UPDATE. Holding → not holding, for good: then all comes
 * out as it came.
 *
 * <p>What is held back is where the queue's events are until they are told: it takes up room. Who offers meets the queue
 * alone. The joiner belongs to the listener's thread, the only one that polls.
 */
final class JoiningQueue extends EventQueue<TableEvent<RowJson>> {

    private final DeleteJoiner joiner;
    private final LongSupplier nanos;
    private volatile boolean holdsNoMore;
    private volatile boolean isHolding;

    /**
     * An empty queue.
     *
     * @param within how long a DELETE is held back
     * @param nanos a clock, as {@link System#nanoTime} is
     */
    JoiningQueue(int capacity, Duration within, LongSupplier nanos) {
        super(capacity);
        this.joiner = new DeleteJoiner(within, capacity);
        this.nanos = nanos;
    }

    @Override
    Optional<TableEvent<RowJson>> poll(long waitMs) throws InterruptedException {
        boolean isOpen = !holdsNoMore;
        if (!isOpen) {
            joiner.flush();
        } else {
            long untilDue = joiner.nanosUntilDue(nanos.getAsLong());
            if (joiner.ready() == 0 || untilDue <= 0) {
                takeUp(Math.min(waitMs, ceilMs(untilDue)));
            }
        }
        isHolding = (isOpen ? joiner.waiting() : joiner.size()) > 0;
        Optional<TableEvent<RowJson>> next = joiner.next();
        return isOpen || next.isPresent() ? next : super.poll(waitMs);
    }

    /** All that has come, before any DELETE is found due: what follows it may have come in time, to a thread that was busy. */
    private void takeUp(long waitMs) throws InterruptedException {
        int expected = joiner.size();
        for (TableEvent<RowJson> event : takeAll(waitMs)) {
            joiner.take(event, nanos.getAsLong());
            expected++;
        }
        joiner.due(nanos.getAsLong());
        setAside(joiner.size());
        unseen.addAndGet(joiner.size() - expected);
    }

    /** A wait that ended a little early would be followed by many short ones. */
    private static long ceilMs(long nanos) {
        long ms = TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos));
        return nanos > TimeUnit.MILLISECONDS.toNanos(ms) ? ms + 1 : ms;
    }

    /** Not before: who waits until nothing is set aside waits for the last event too. */
    @Override
    void seen() {
        setAside(joiner.size());
        super.seen();
    }

    /** Without what waits behind a DELETE: that is not the listener's fault. Of the listener's thread. */
    @Override
    int untold() {
        return super.untold() + joiner.ready();
    }

    @Override
    void holdNoMore() {
        holdsNoMore = true;
    }

    @Override
    boolean isHolding() {
        return isHolding;
    }
}
