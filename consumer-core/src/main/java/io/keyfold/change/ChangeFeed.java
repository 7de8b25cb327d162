package io.keyfold.change;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The live changes of one table. Published by the threads that read, subscribed to by any. */
public final class ChangeFeed implements AutoCloseable {

    private final String table;
    private final List<QueuedSubscription> subscriptions = new CopyOnWriteArrayList<>();

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
     */
    public Subscription subscribe(Consumer<? super RowChange<RowJson>> listener) {
        QueuedSubscription subscription = new QueuedSubscription(table, listener, ended -> subscriptions.remove(ended));
        subscriptions.add(subscription);
        return subscription;
    }

    /** Ends all subscriptions. */
    @Override
    public void close() {
        subscriptions.forEach(Subscription::close);
    }
}
