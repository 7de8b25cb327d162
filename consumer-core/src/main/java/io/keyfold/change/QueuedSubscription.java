package io.keyfold.change;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One listener with a thread and a bounded queue of its own. A full queue holds the reader: no change is dropped. */
final class QueuedSubscription implements Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(QueuedSubscription.class);
    private static final int CAPACITY = 10_000;
    private static final long CHECK_MS = 100;

    private final String table;
    private final Consumer<? super RowChange<RowJson>> listener;
    private final Consumer<QueuedSubscription> onEnd;
    private final BlockingQueue<RowChange<RowJson>> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final Thread thread;
    /** Held during a call of the listener, so that close can wait for the last one. */
    private final ReentrantLock calling = new ReentrantLock();

    private volatile boolean closed;
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

    void offer(RowChange<RowJson> change) {
        boolean interrupted = false;
        try {
            while (!closed) {
                try {
                    if (queue.offer(change, CHECK_MS, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        try {
            while (!closed) {
                RowChange<RowJson> change = queue.poll(CHECK_MS, TimeUnit.MILLISECONDS);
                if (change != null) {
                    call(change);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void call(RowChange<RowJson> change) {
        calling.lock();
        try {
            if (!closed) {
                listener.accept(change);
            }
        } catch (RuntimeException e) {
            failures++;
            if (failures == 1) {
                LOG.warn("A listener of {} failed at {}; further failures are counted", table, change.position(), e);
            } else {
                LOG.debug("A listener of {} failed at {}, {} times so far", table, change.position(), failures);
            }
        } finally {
            calling.unlock();
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        onEnd.accept(this);
        if (Thread.currentThread() != thread) {
            calling.lock();
            calling.unlock();
        }
    }
}
