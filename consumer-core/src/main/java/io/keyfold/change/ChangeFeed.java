package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one table, live or after a snapshot. Published by the threads that read, subscribed to by any.
 *
 * <p>Open → let go → closed. Open, a subscriber that is too far behind holds the publisher; let go, it does not, so that
 * the threads that read can end, and snapshots that are not complete remain so; closed, it has no subscribers.
 *
 * <p>All that is published, gained or lost of one partition comes from one thread at a time, the one that reads it.
 */
public final class ChangeFeed implements AutoCloseable {

    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);

    private final String table;
    private final @Nullable SnapshotSource snapshots;
    private final ChangeLog log;
    private final List<QueuedSubscription<?>> subscriptions = new CopyOnWriteArrayList<>();

    // Guarded by this, so that a subscription hears of each partition once, whenever it is made. Nothing waits under
    // it.
    private final Set<Integer> partitions = new TreeSet<>();
    private boolean letGo;
    private boolean closed;

    /**
     * A feed nobody listens to yet, of live changes only.
     *
     * @param table the table's name
     */
    public ChangeFeed(String table) {
        this.table = requireNonNull(table, "table");
        this.snapshots = null;
        this.log = ChangeLog.OFF;
    }

    /**
     * A feed nobody listens to yet.
     *
     * @param table the table's name
     * @param snapshots reads the table's rows
     */
    public ChangeFeed(String table, SnapshotSource snapshots) {
        this(table, snapshots, ChangeLog.OFF);
    }

    /**
     * A feed nobody listens to yet.
     *
     * @param table the table's name
     * @param snapshots reads the table's rows
     * @param log keeps the last changes
     */
    public ChangeFeed(String table, SnapshotSource snapshots, ChangeLog log) {
        this.table = requireNonNull(table, "table");
        this.snapshots = requireNonNull(snapshots, "snapshots");
        this.log = requireNonNull(log, "log");
    }

    /** {@return what keeps the last changes} */
    public ChangeLog log() {
        return log;
    }

    /**
     * Hands a change to every subscriber that it concerns; waits while one of them is too far behind.
     *
     * @param change the change
     */
    public void publish(RowChange<RowJson> change) {
        log.publish(change);
        for (QueuedSubscription<?> subscription : subscriptions) {
            subscription.publish(change);
        }
    }

    /**
     * A partition is here: its rows can be read, and its changes are published from now on. Between two changes; does not
     * wait; said twice, it is once.
     *
     * @param partition the partition
     */
    public synchronized void gained(int partition) {
        if (partitions.add(partition)) {
            log.gained(partition);
            subscriptions.forEach(subscription -> subscription.gained(partition));
        }
    }

    /**
     * A partition is no longer here. Between two changes; does not wait; of one that was not here it says nothing.
     *
     * @param partition the partition
     */
    public synchronized void lost(int partition) {
        if (partitions.remove(partition)) {
            log.lost(partition);
            subscriptions.forEach(subscription -> subscription.lost(partition));
        }
    }

    /**
     * {@return a subscription to every change from now on}
     *
     * @param listener called on a thread of its own, in order
     * @throws IllegalStateException if the feed is closed
     */
    public Subscription subscribe(Consumer<? super RowChange<RowJson>> listener) {
        return subscribe(SubscriptionSettings.DEFAULTS, listener);
    }

    /**
     * {@return a subscription to every change from now on}
     *
     * @param settings how the listener wants to be told
     * @param listener called on a thread of its own, in order
     * @throws IllegalStateException if the feed is closed
     */
    public synchronized Subscription subscribe(
            SubscriptionSettings settings, Consumer<? super RowChange<RowJson>> listener) {
        requireNonNull(settings, "settings");
        requireNonNull(listener, "listener");
        refuseClosed();
        return begin(
                settings.joinWithin().isPresent()
                        ? new JoinedLiveSubscription(table, listener, subscriptions::remove, queue(settings))
                        : new LiveSubscription(table, listener, subscriptions::remove));
    }

    /**
     * {@return a subscription to every row that is here, and every change after it}
     *
     * <p>Key by key without gap or overlap, in the order of the log. Every partition that is here, or comes later, is told
     * from its first row; of one that goes the listener sees what was queued before, and then that it is lost. A row that
     * is deleted before it was told is never told.
     *
     * @param listener called on a thread of its own, in order
     * @throws IllegalStateException if the feed is closed, or has live changes only
     */
    public Subscription subscribeFromSnapshot(Consumer<? super TableEvent<RowJson>> listener) {
        return subscribeFromSnapshot(SubscriptionSettings.DEFAULTS, listener);
    }

    /**
     * {@return a subscription as that of {@link #subscribeFromSnapshot(Consumer)}}
     *
     * @param settings how the listener wants to be told
     * @param listener called on a thread of its own, in order
     * @throws IllegalStateException if the feed is closed, or has live changes only
     */
    public synchronized Subscription subscribeFromSnapshot(
            SubscriptionSettings settings, Consumer<? super TableEvent<RowJson>> listener) {
        requireNonNull(settings, "settings");
        requireNonNull(listener, "listener");
        refuseClosed();
        if (snapshots == null) {
            throw new IllegalStateException(
                    "Cannot subscribe to " + table + " from a snapshot: its feed has live changes only");
        }
        SnapshotSubscription subscription =
                new SnapshotSubscription(table, listener, subscriptions::remove, queue(settings), snapshots);
        partitions.forEach(subscription::gained);
        return begin(subscription);
    }

    private static EventQueue<TableEvent<RowJson>> queue(SubscriptionSettings settings) {
        return settings.joinWithin()
                .<EventQueue<TableEvent<RowJson>>>map(
                        within -> new JoiningQueue(QueuedSubscription.CAPACITY, within, System::nanoTime))
                .orElseGet(() -> new EventQueue<>(QueuedSubscription.CAPACITY));
    }

    private void refuseClosed() {
        if (closed) {
            throw new IllegalStateException("Cannot subscribe to " + table + ": its consumer is closed");
        }
    }

    private Subscription begin(QueuedSubscription<?> subscription) {
        if (letGo) {
            subscription.letGo();
        }
        // Before it starts: changes after the first chunk that it reads must reach it.
        subscriptions.add(subscription);
        subscription.start();
        return subscription;
    }

    /** No subscriber holds a publisher from now on: what does not fit its queue is dropped, and counted. */
    public synchronized void letGo() {
        letGo = true;
        subscriptions.forEach(QueuedSubscription::letGo);
    }

    /** Gives subscribers ten seconds to see what waits for them, then ends all subscriptions. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        letGo();
        long deadline = System.nanoTime() + DRAIN_TIMEOUT.toNanos();
        subscriptions.forEach(subscription -> subscription.drain(deadline));
        subscriptions.forEach(Subscription::close);
    }
}
