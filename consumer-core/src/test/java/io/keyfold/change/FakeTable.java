package io.keyfold.change;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A partitioned table in memory. A partition's lock is held while a record is folded and its change published. */
final class FakeTable implements SnapshotSource {

    private static final int MANY = 1_000_000_000;

    private final Map<Integer, Partition> partitions = new ConcurrentHashMap<>();
    private final Semaphore chunks = new Semaphore(MANY);
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile IntUnaryOperator chunkRows = limit -> limit;
    private volatile Runnable beforeTaking = () -> {};
    private volatile Consumer<RowChange<RowJson>> publisher = change -> {};

    void publishTo(Consumer<RowChange<RowJson>> other) {
        publisher = other;
    }

    /** Chunks have so many rows, given the limit. */
    void cutChunks(IntUnaryOperator rows) {
        chunkRows = rows;
    }

    /** Only so many chunks are read, until more are allowed. */
    void allowOnly(int count) {
        chunks.drainPermits();
        chunks.release(count);
    }

    void allowAll() {
        chunks.drainPermits();
        chunks.release(MANY);
    }

    /** Runs between the reading of a chunk's rows and their taking, on the thread that reads. */
    void beforeTaking(Runnable action) {
        beforeTaking = action;
    }

    /** How often no chunk could be read. */
    int refusals() {
        return refusals.get();
    }

    void put(int partition, String key, String value) {
        partition(partition).fold(key, Optional.of(value), publisher);
    }

    void delete(int partition, String key) {
        partition(partition).fold(key, Optional.empty(), publisher);
    }

    /** Folds while the partition is elsewhere: nothing is published. */
    void putElsewhere(int partition, String key, String value) {
        partition(partition).fold(key, Optional.of(value), change -> {});
    }

    void deleteElsewhere(int partition, String key) {
        partition(partition).fold(key, Optional.empty(), change -> {});
    }

    /** Every row, by key. */
    Map<RowKey, Row<RowJson>> rows() {
        Map<RowKey, Row<RowJson>> rows = new HashMap<>();
        partitions.values().forEach(partition -> partition.copyTo(rows));
        return rows;
    }

    /** The rows of one partition. */
    List<Row<RowJson>> rows(int partition) {
        Map<RowKey, Row<RowJson>> rows = new HashMap<>();
        partition(partition).copyTo(rows);
        return List.copyOf(rows.values());
    }

    @Override
    public byte[] storageKey(RowKey key) {
        return key.values().get(0).toString().getBytes(UTF_8);
    }

    @Override
    public boolean read(int partition, byte @Nullable [] after, int limit, Consumer<Chunk> taker) {
        if (!chunks.tryAcquire()) {
            refusals.incrementAndGet();
            return false;
        }
        boolean isRead = partition(partition).read(after, chunkRows.applyAsInt(limit), taker);
        if (!isRead) {
            refusals.incrementAndGet();
            chunks.release();
        }
        return isRead;
    }

    private Partition partition(int partition) {
        return partitions.computeIfAbsent(partition, Partition::new);
    }

    private final class Partition {

        private final int number;
        private final ReentrantLock lock = new ReentrantLock();
        private final NavigableMap<String, Row<RowJson>> rows = new TreeMap<>();
        private long nextOffset;

        Partition(int number) {
            this.number = number;
        }

        void fold(String keyText, Optional<String> value, Consumer<RowChange<RowJson>> changed) {
            lock.lock();
            try {
                RowKey key = RowKey.of(keyText);
                RecordPosition position = new RecordPosition("t", number, nextOffset++);
                Optional<Row<RowJson>> after = value.map(text -> new Row<>(
                        key, new RowJson(text.getBytes(UTF_8)), position, Optional.empty(), Optional.empty()));
                Optional<Row<RowJson>> before =
                        Optional.ofNullable(after.isPresent() ? rows.put(keyText, after.get()) : rows.remove(keyText));
                if (before.isEmpty() && after.isEmpty()) {
                    return;
                }
                RowKind kind = before.isEmpty() ? RowKind.INSERT : after.isEmpty() ? RowKind.DELETE : RowKind.UPDATE;
                changed.accept(new RowChange<>(kind, key, before, after, position));
            } finally {
                lock.unlock();
            }
        }

        boolean read(byte @Nullable [] after, int limit, Consumer<Chunk> taker) {
            if (!lock.tryLock()) {
                return false;
            }
            try {
                List<Entry> entries = new ArrayList<>();
                NavigableMap<String, Row<RowJson>> rest =
                        after == null ? rows : rows.tailMap(new String(after, UTF_8), false);
                for (Row<RowJson> row : rest.values()) {
                    if (entries.size() == limit) {
                        break;
                    }
                    entries.add(new Entry(storageKey(row.key()), row));
                }
                beforeTaking.run();
                taker.accept(new Chunk(entries, entries.size() == rest.size()));
                return true;
            } finally {
                lock.unlock();
            }
        }

        void copyTo(Map<RowKey, Row<RowJson>> all) {
            lock.lock();
            try {
                rows.values().forEach(row -> all.put(row.key(), row));
            } finally {
                lock.unlock();
            }
        }
    }
}
