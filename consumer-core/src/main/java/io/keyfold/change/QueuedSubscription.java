package io.keyfold.change;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener with a thread and a bounded queue of its own. A full queue holds the reader, until it is let go. Whatever
 * a listener throws, its thread goes on: a thread that ended in silence would hold the table for ever.
 *
 * @param <E> what the listener is told
 */
abstract sealed class QueuedSubscription<E> implements Subscription
        permits LiveSubscription, JoinedLiveSubscription, SnapshotSubscription {

    static final int CAPACITY = 10_000;
    static final long CHECK_MS = 100;

    private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final Logger LOG = LoggerFactory.getLogger(QueuedSubscription.class);

    private final String table;
    private final Consumer<? super E> listener;
    private final Consumer<? super QueuedSubscription<E>> onEnd;
    private final EventQueue<E> queue;
    private final Thread thread;

    private volatile boolean letGo;
    private volatile boolean closed;
    private final AtomicLong dropped = new AtomicLong();
    private long failures;

    QueuedSubscription(
            String table,
            Consumer<? super E> listener,
            Consumer<? super QueuedSubscription<E>> onEnd,
            EventQueue<E> queue) {
        this.table = table;
        this.listener = listener;
        this.onEnd = onEnd;
        this.queue = queue;
        this.thread = new ListenerThread(this::run, "keyfold-changes-" + table);
        thread.setDaemon(true);
    }

    /** Once; ends the subscription if there can be no thread: without one it would hold its publishers for ever. */
    final void start() {
        try {
            thread.start();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /** For the reader thread of the change's partition; waits while the queue is full. */
    abstract void publish(RowChange<RowJson> change);

    /** For the reader thread of the partition, between changes; never waits. */
    void gained(int partition) {}

    /** For the reader thread of the partition, between changes; never waits. */
    void lost(int partition) {}

    /**
     * Called on the listener's thread before each event, until it is let go: may append, must neither wait nor throw.
     *
     * @return for how many ms the thread may wait for an event before it asks again
     */
    long refill() {
        return CHECK_MS;
    }

    /** For one publisher thread or several; an interrupt is kept for them. */
    final void offer(E event) {
        boolean interrupted = false;
        queue.unseen.incrementAndGet();
        boolean taken = false;
        while (!taken && !closed) {
            boolean waits = !letGo;
            try {
                taken = queue.offer(event, waits ? CHECK_MS : 0);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (!taken && !waits) {
                dropped.incrementAndGet();
                break;
            }
        }
        if (!taken) {
            queue.unseen.decrementAndGet();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Beyond the bound, without waiting: for what is rare, or was measured against {@link #queued()} before. */
    final void append(Collection<? extends E> events) {
        queue.unseen.addAndGet(events.size());
        queue.append(events);
    }

    /** For the listener's thread. */
    final int queued() {
        return queue.untold();
    }

    private void run() {
        while (!closed) {
            try {
                Optional<E> event = queue.poll(letGo ? CHECK_MS : refill());
                if (event.isPresent()) {
                    call(event.get());
                    queue.seen();
                }
            } catch (InterruptedException e) {
                // Nobody else has this thread. It goes on.
                LOG.debug("The thread of a listener of {} was interrupted", table);
            }
        }
    }

    private void call(E event) {
        try {
            // Under the lock that close takes: none begins after it. Not held while the listener runs.
            synchronized (this) {
                if (closed) {
                    return;
                }
            }
            listener.accept(event);
        } catch (Throwable e) { // an AssertionError too
            failures++;
            if (failures == 1) {
                LOG.warn("A listener of {} failed at {}; further failures are counted", table, event, e);
            } else {
                LOG.debug("A listener of {} failed at {}, {} times so far", table, event, failures);
            }
        }
        if (Thread.interrupted()) { // else it would reach what refill calls
            LOG.debug("A listener of {} left its thread interrupted", table);
        }
    }

    final void letGo() {
        letGo = true;
        queue.holdNoMore();
    }

    /** Waits until the listener has seen all that waits for it; not on the listener's own thread. */
    final void drain(long deadlineNanos) {
        while (Thread.currentThread() != thread
                && !closed
                && queue.unseen.get() > 0
                && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** Waits for no call that has begun, unless a DELETE is held back: two listeners may close each other's subscriptions. */
    @Override
    public final void close() {
        tellWhatIsHeld();
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

    /**
     * On the listener's thread, like all that it is told. A listener that closes does not wait for another: that one may
     * be closing the first. One that was let go has had its time.
     */
    private void tellWhatIsHeld() {
        boolean waits = queue.isHolding() && !letGo && !(Thread.currentThread() instanceof ListenerThread);
        queue.holdNoMore();
        long deadlineNanos = System.nanoTime() + TELL_NANOS;
        while (waits
                && !closed
                && queue.aside() > 0
                && !Thread.currentThread().isInterrupted()
                && System.nanoTime() - deadlineNanos < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static final class ListenerThread extends Thread {

        ListenerThread(Runnable run, String name) {
            super(run, name);
        }
    }
}
