package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last changes of a table's partitions that are here, in memory, within a bound of bytes; the oldest is dropped first.
 *
 * <p>A partition's log begins anew, under another id, each time that the partition is gained: what happened to its rows in between,
 * under another owner or in a crash, was told to nobody here, so no reader may go on as if nothing had.
 *
 * <p>What publishes never waits: a change is added under a lock that is held for a moment. Any thread may read.
 */
public final class ChangeLog {

    /** Keeps nothing, and can tell nothing. */
    public static final ChangeLog OFF = new ChangeLog(0, () -> 0);

    private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);

    private final long budgetBytes;
    private final IntSupplier ids;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong failures = new AtomicLong();

    // Guarded by this.
    private final Map<Integer, PartitionLog> logs = new TreeMap<>();
    private long usedBytes;
    private long arrivals;

    /**
     * A log of changes.
     *
     * @param budgetBytes what it may keep, about; 0 for {@link #OFF}
     */
    public static ChangeLog of(long budgetBytes) {
        return budgetBytes == 0 ? OFF : new ChangeLog(budgetBytes, new SecureRandom()::nextInt);
    }

    /** For tests, which know the ids. */
    ChangeLog(long budgetBytes, IntSupplier ids) {
        this.budgetBytes = budgetBytes;
        this.ids = ids;
    }

    /** {@return whether it keeps anything} */
    public boolean isOn() {
        return budgetBytes > 0;
    }

    /**
     * What a partition's log gives from a place on.
     *
     * @param changes the next ones
     * @param next the place after them
     * @param reset why the place that was asked for could not be gone on from; then next is now
     * @param hasMore whether there are more after these
     */
    record Slice(List<RowChange<RowJson>> changes, At next, Optional<ChangePage.Cause> reset, boolean hasMore) {}

    /** For the thread that reads the partition. */
    void gained(int partition) {
        if (!isOn()) {
            return;
        }
        synchronized (this) {
            forget(partition);
            logs.put(partition, new PartitionLog(ids.getAsInt()));
        }
        wake();
    }

    /** For the thread that reads the partition. */
    synchronized void lost(int partition) {
        forget(partition);
    }

    private void forget(int partition) {
        PartitionLog before = logs.remove(partition);
        if (before != null) {
            usedBytes -= before.bytes();
        }
    }

    /** For the thread that reads the change's partition; of one that is not here nothing is kept. */
    void publish(RowChange<RowJson> change) {
        if (!isOn()) {
            return;
        }
        long bytes = ChangeSize.of(change);
        synchronized (this) {
            PartitionLog log = logs.get(change.position().partition());
            if (log == null) {
                return;
            }
            if (bytes > budgetBytes) {
                usedBytes -= log.bytes();
                log.skip(change);
            } else {
                log.add(change, bytes, arrivals++);
                usedBytes += bytes;
                while (usedBytes > budgetBytes) {
                    usedBytes -= oldest().dropFirst();
                }
            }
        }
        wake();
    }

    private PartitionLog oldest() {
        PartitionLog oldest = null;
        for (PartitionLog log : logs.values()) {
            if (!log.isEmpty() && (oldest == null || log.firstArrival() < oldest.firstArrival())) {
                oldest = log;
            }
        }
        return requireNonNull(oldest);
    }

    /**
     * {@return what comes next in a partition; empty if it is not here}
     *
     * @param from the place to go on from; null for now
     * @param readTo how far the partition had been read before this is called
     * @param limit changes at most; 0 to see only whether the place is still good
     * @param bytes what they may come to, about; the first comes whatever it has
     */
    synchronized Optional<Slice> read(int partition, @Nullable At from, long readTo, int limit, long bytes) {
        PartitionLog log = logs.get(partition);
        if (log == null) {
            return Optional.empty();
        }
        if (from == null) {
            return Optional.of(new Slice(List.of(), log.now(readTo), Optional.empty(), false));
        }
        Optional<ChangePage.Cause> lost = log.lost(from);
        if (lost.isPresent()) {
            return Optional.of(new Slice(List.of(), log.now(readTo), lost, false));
        }
        return Optional.of(log.from(from, limit, bytes));
    }

    /**
     * {@return a subscription to the news that there is something new here, not to what it is}
     *
     * @param listener called by the threads that read, after each change and each partition that is gained: quick, and never waits
     */
    public Subscription onArrival(Runnable listener) {
        Runnable one = () -> listener.run(); // another one each time, to be taken out again
        listeners.add(one);
        return () -> listeners.remove(one);
    }

    private void wake() {
        for (Runnable listener : listeners) {
            try {
                listener.run();
            } catch (RuntimeException e) { // the reader goes on
                if (failures.getAndIncrement() == 0) {
                    LOG.warn("A listener to arrivals failed; further failures are not told", e);
                }
            }
        }
    }

    synchronized long usedBytes() {
        return usedBytes;
    }

    /** Partitions whose log is here. */
    synchronized Collection<Integer> partitions() {
        return List.copyOf(logs.keySet());
    }
}
