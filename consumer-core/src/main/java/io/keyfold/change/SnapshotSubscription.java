package io.keyfold.change;

import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every row as INSERT, then its changes: a cursor a partition, not begun → at a key → complete, forgotten when the
 * partition is lost.
 *
 * <p>A change at or below the cursor is queued. One beyond it is dropped, since the chunk that is still to come has it.
 * The listener's own thread reads the chunks, and the cursor moves as their rows are queued, while nothing is folded into
 * the partition. So the order of the queue is the order of the table. Rows that still wait when their partition is lost
 * are told before the loss is.
 *
 * <p>No more chunks are read once it is let go. The queue holds at most its bound, one chunk, and one event a partition
 * that was completed or lost meanwhile.
 */
final class SnapshotSubscription extends QueuedSubscription<TableEvent<RowJson>> {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotSubscription.class);
    private static final int CHUNK_ROWS = 1_000;

    private final String table;
    private final SnapshotSource source;

    /** By partition. Guarded by itself, as is what is in it. No lock is taken under it but the queue's. */
    private final Map<Integer, Cursor> cursors = new HashMap<>();
    /** Those not complete; changed under the cursors' lock. */
    private final List<Cursor> unread = new CopyOnWriteArrayList<>();

    // Of the listener's thread:
    private long turnsSinceChunk;
    private long pauseMs;
    private long pausedSinceNanos;
    private long failures;

    SnapshotSubscription(
            String table,
            Consumer<? super TableEvent<RowJson>> listener,
            Consumer<? super QueuedSubscription<TableEvent<RowJson>>> onEnd,
            EventQueue<TableEvent<RowJson>> queue,
            SnapshotSource source) {
        super(table, listener, onEnd, queue);
        this.table = table;
        this.source = source;
    }

    @Override
    void gained(int partition) {
        synchronized (cursors) {
            Cursor cursor = new Cursor(partition);
            if (cursors.putIfAbsent(partition, cursor) == null) {
                unread.add(cursor);
            }
        }
    }

    @Override
    void lost(int partition) {
        synchronized (cursors) {
            Cursor cursor = cursors.remove(partition);
            if (cursor != null) {
                unread.remove(cursor);
                append(List.of(new TableEvent.PartitionLost<>(partition)));
            }
        }
    }

    @Override
    void publish(RowChange<RowJson> change) {
        // Not under the lock: it may wait for room, and the thread that makes room takes chunks of other partitions.
        // Meanwhile this cursor stays where it is: both who move it and who forget it wait for this change.
        if (isReached(change)) {
            offer(new TableEvent.Changed<>(change));
        }
    }

    private boolean isReached(RowChange<RowJson> change) {
        byte[] reached;
        synchronized (cursors) {
            Cursor cursor = cursors.get(change.position().partition());
            if (cursor == null || cursor.isComplete) {
                return cursor != null;
            }
            reached = cursor.reached;
        }
        return reached != null && Arrays.compareUnsigned(source.storageKey(change.key()), reached) <= 0;
    }

    /** Reads a chunk if it is time to. */
    @Override
    long refill() {
        turnsSinceChunk++;
        if (unread.isEmpty() || !isTurnOfChunk()) {
            return CHECK_MS;
        }
        long restMs = pauseMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - pausedSinceNanos);
        if (pauseMs > 0 && restMs > 0) {
            return restMs;
        }
        for (Cursor cursor : unread) {
            if (read(cursor)) {
                turnsSinceChunk = 0;
                pauseMs = 0;
                return 0;
            }
        }
        // Most refusals last as long as one record takes, some as long as a restore.
        pauseMs = Math.min(CHECK_MS, Math.max(1, 2 * pauseMs));
        pausedSinceNanos = System.nanoTime();
        return pauseMs;
    }

    /**
     * If little waits. Else, for a listener that is always behind, every second thousand of events: half of the room goes
     * to rows and half to live changes.
     */
    private boolean isTurnOfChunk() {
        int queued = queued();
        return queued < CHUNK_ROWS || (queued <= CAPACITY && turnsSinceChunk >= 2 * CHUNK_ROWS);
    }

    private boolean read(Cursor cursor) {
        byte[] after;
        synchronized (cursors) {
            after = cursor.reached;
        }
        try {
            return source.read(cursor.partition, after, CHUNK_ROWS, chunk -> take(chunk, cursor));
        } catch (Throwable e) { // a thread that ended would hold the table for ever
            failures++;
            if (failures == 1) {
                LOG.warn(
                        "Cannot read a snapshot of {}, partition {}: it is tried again, and further failures are counted",
                        table,
                        cursor.partition,
                        e);
            } else {
                LOG.debug("Cannot read a snapshot of {}, {} times so far", table, failures);
            }
            return false;
        }
    }

    private void take(SnapshotSource.Chunk chunk, Cursor cursor) {
        List<TableEvent<RowJson>> events = new ArrayList<>(chunk.rows().size() + 1);
        chunk.rows().forEach(entry -> events.add(inserted(entry.row())));
        if (chunk.isLast()) {
            events.add(new TableEvent.SnapshotComplete<>(cursor.partition));
        }
        synchronized (cursors) {
            if (cursors.get(cursor.partition) != cursor) {
                return; // lost since the read began, and perhaps gained again
            }
            append(events);
            if (chunk.isLast()) {
                cursor.isComplete = true;
                unread.remove(cursor);
            } else {
                cursor.reached = chunk.rows().get(chunk.rows().size() - 1).storageKey();
            }
        }
    }

    private static TableEvent<RowJson> inserted(Row<RowJson> row) {
        return new TableEvent.Changed<>(
                new RowChange<>(RowKind.INSERT, row.key(), Optional.empty(), Optional.of(row), row.position()));
    }

    /** How far the snapshot of a partition is, from when it was gained to when it is lost. */
    private static final class Cursor {

        private final int partition;
        /** The storage key of the last row read, inclusive; null before the first. */
        private byte @Nullable [] reached;

        private boolean isComplete;

        Cursor(int partition) {
            this.partition = partition;
        }
    }
}
