package io.keyfold.change;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener with a thread and a bounded queue of its own. A full queue holds the reader, until it is let go. Whatever
 * a listener throws, its thread goes on: a thread that ended in silence would hold the table for ever.
 */
final class QueuedSubscription implements Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(QueuedSubscription.class);
    private static final int CAPACITY = 10_000;
    private static final long CHECK_MS = 100;

    private final String table;
    private final Consumer<? super RowChange<RowJson>> listener;
    private final Consumer<QueuedSubscription> onEnd;
    private final BlockingQueue<RowChange<RowJson>> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final Thread thread;

    private volatile boolean letGo;
    private volatile boolean closed;
    /** Changes taken over and not yet seen, the one in hand among them. */
    private final AtomicInteger waiting = new AtomicInteger();

    private final AtomicLong dropped = new AtomicLong();
    private long failures;

    QueuedSubscription(
            String table, Consumer<? super RowChange<RowJson>> listener, Consumer<QueuedSubscription> onEnd) {
        this.table = table;
        this.listener = listener;
        this.onEnd = onEnd;
        this.thread = new Thread(this::run, "keyfold-changes-" + table);
        thread.setDaemon(true);
        thread.start();
    }

    /** For one publisher thread or several; an interrupt is kept for them. */
    void offer(RowChange<RowJson> change) {
        boolean interrupted = false;
        waiting.incrementAndGet();
        boolean taken = false;
        while (!taken && !closed) {
            try {
                taken = letGo ? queue.offer(change) : queue.offer(change, CHECK_MS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (!taken && letGo) {
                dropped.incrementAndGet();
                break;
            }
        }
        if (!taken) {
            waiting.decrementAndGet();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try {
                RowChange<RowJson> change = queue.poll(CHECK_MS, TimeUnit.MILLISECONDS);
                if (change != null) {
                    call(change);
                    waiting.decrementAndGet();
                }
            } catch (InterruptedException e) {
                // Of the listener's making: nobody else has this thread. It goes on.
                LOG.debug("A listener of {} left its thread interrupted", table);
            }
        }
    }

    private void call(RowChange<RowJson> change) {
        try {
            // Under the lock that close takes: none begins after it. Not held while the listener runs.
            synchronized (this) {
                if (closed) {
                    return;
                }
            }
            listener.accept(change);
        } catch (Throwable e) { // an AssertionError too
            failures++;
            if (failures == 1) {
                LOG.warn("A listener of {} failed at {}; further failures are counted", table, change.position(), e);
            } else {
                LOG.debug("A listener of {} failed at {}, {} times so far", table, change.position(), failures);
            }
        }
    }

    void letGo() {
        letGo = true;
    }

    /** Waits until the listener has seen all that waits for it; not on the listener's own thread. */
    void drain(long deadlineNanos) {
        while (Thread.currentThread() != thread
                && !closed
                && waiting.get() > 0
                && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** Does not wait for a call that has begun: two listeners may close each other's subscriptions. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        onEnd.accept(this);
        long lost = dropped.get() + (letGo ? queue.size() : 0);
        if (lost > 0) {
            LOG.warn("A listener of {} was closed with {} changes that it has not seen", table, lost);
        }
    }
}
