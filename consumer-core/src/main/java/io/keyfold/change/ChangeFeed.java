package io.keyfold.change;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The live changes of one table. Published by the threads that read, subscribed to by any.
 *
 * <p>Open → let go → closed. Open, a subscriber that is too far behind holds the publisher; let go, it does not, so that
 * the threads that read can end; closed, it has no subscribers.
 */
public final class ChangeFeed implements AutoCloseable {

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final String table;
    private final List<QueuedSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /**
     * A feed nobody listens to yet.
     *
     * @param table the table's name
     */
    public ChangeFeed(String table) {
        this.table = table;
    }

    /**
     * Hands a change to every subscriber; waits while one of them is too far behind.
     *
     * @param change the change
     */
    public void publish(RowChange<RowJson> change) {
        for (QueuedSubscription subscription : subscriptions) {
            subscription.offer(change);
        }
    }

    /**
     * {@return a subscription to every change from now on}
     *
     * @param listener called on a thread of its own, in order
     * @throws IllegalStateException if the feed is closed
     */
    public Subscription subscribe(Consumer<? super RowChange<RowJson>> listener) {
        if (closed) {
            throw new IllegalStateException("Cannot subscribe to " + table + ": its consumer is closed");
        }
        QueuedSubscription subscription = new QueuedSubscription(table, listener, subscriptions::remove);
        subscriptions.add(subscription);
        return subscription;
    }

    /** No subscriber holds a publisher from now on: what does not fit its queue is dropped, and counted. */
    public void letGo() {
        subscriptions.forEach(QueuedSubscription::letGo);
    }

    /** Gives subscribers ten seconds to see what waits for them, then ends all subscriptions. */
    @Override
    public void close() {
        closed = true;
        letGo();
        long deadline = System.nanoTime() + DRAIN_TIMEOUT.toNanos();
        subscriptions.forEach(subscription -> subscription.drain(deadline));
        subscriptions.forEach(Subscription::close);
    }
}
