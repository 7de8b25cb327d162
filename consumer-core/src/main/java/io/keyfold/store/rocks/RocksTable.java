package io.keyfold.store.rocks;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition, in families. Any thread reads; one thread at a time writes.
 *
 * <pre>
 * put, delete -> overlay (memory) -- commit --> log and RocksDB      survives the process's end
 * load        ----------------------------------------> RocksDB      survives once a commit or a close came after it
 * </pre>
 *
 * <p>A read sees all that was written, committed or not: it looks into the overlay first and on disk after that. A commit
 * writes to disk first and begins a new overlay after that. So a reader finds a row in the one, in the other or in both,
 * and never in neither.
 *
 * <p>Arrays are kept and handed out as they are: they must not change. It is open until {@link #close}; all but that
 * throws {@link IllegalStateException} afterwards. What the disk cannot do is a {@link StoreIoException}, what it did
 * wrong a {@link CorruptStoreException}.
 */
public final class RocksTable implements AutoCloseable {

    /** Says that a value cannot be told without waiting. Compared by identity. */
    public static final byte[] NOT_IN_MEMORY = new byte[0];

    private final Path directory;
    private final RocksMemory memory;
    private final Disk disk;
    private final TableGate gate;
    private final Set<RowCursor> cursors = ConcurrentHashMap.newKeySet();
    private volatile Overlay overlay;

    private RocksTable(Path directory, RocksMemory memory, Disk disk) {
        this.directory = directory;
        this.memory = memory;
        this.disk = disk;
        this.gate = new TableGate(directory);
        this.overlay = new Overlay(disk.families());
    }

    /**
     * Opens a partition's rows, or begins them. Replays what was committed and not brought to files yet.
     *
     * @param directory its own; made if it is not there
     * @param families those that are used beside {@link Family#ROWS}; what others are on disk is kept and opened too
     * @param memory what it shares with others
     * @return the table
     */
    public static RocksTable open(Path directory, List<Family> families, RocksMemory memory) {
        requireNonNull(directory, "directory");
        requireNonNull(families, "families");
        requireNonNull(memory, "memory");
        TableDirectory.make(directory);
        return new RocksTable(directory, memory, Disk.open(directory, families, memory));
    }

    /**
     * Removes everything below a directory, for a table that is corrupt. It must not be open.
     *
     * @param directory the table's; no matter if it is not there
     */
    public static void destroy(Path directory) {
        requireNonNull(directory, "directory");
        TableDirectory.empty(directory);
    }

    /**
     * A row's value.
     *
     * @param family where
     * @param key its key
     * @return the value, or null if there is no such row
     */
    public byte @Nullable [] get(Family family, byte[] key) {
        requireNonNull(family, "family");
        requireNonNull(key, "key");
        return gate.whileOpen(() -> {
            byte[] written = overlay.find(family, key);
            return written == null ? disk.get(family, key) : Overlay.rowOf(written);
        });
    }

    /**
     * A row's value, if it can be told without waiting: from memory, while nobody closes the table.
     *
     * @param family where
     * @param key its key
     * @return the value, null if there is no such row, or {@link #NOT_IN_MEMORY}
     */
    public byte @Nullable [] peek(Family family, byte[] key) {
        requireNonNull(family, "family");
        requireNonNull(key, "key");
        return gate.tryWhileOpen(
                () -> {
                    byte[] written = overlay.find(family, key);
                    return written == null ? disk.peek(family, key) : Overlay.rowOf(written);
                },
                NOT_IN_MEMORY);
    }

    /**
     * Several rows' values, each as of some moment during the call.
     *
     * @param family where
     * @param keys their keys
     * @return for each key in turn its value, or null if there is no such row
     */
    public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
        requireNonNull(family, "family");
        requireNonNull(keys, "keys");
        return gate.whileOpen(() -> overlay.over(family, keys, rest -> disk.getAll(family, rest)));
    }

    /**
     * Goes over rows. Shows all that is there now, even if it is committed while the cursor is open.
     *
     * @param family where
     * @param from the least key, inclusive; null: from the first
     * @param to the key before which it ends, exclusive; null: to the last
     * @param order which end is first
     * @return a cursor before the first row
     */
    public RowCursor cursor(Family family, byte @Nullable [] from, byte @Nullable [] to, Order order) {
        requireNonNull(family, "family");
        requireNonNull(order, "order");
        KeyRange range = new KeyRange(from, to, order);
        return gate.whileOpen(() -> {
            // The overlay first: what is committed in between is then in both, and not in neither.
            var above = overlay.in(family, range);
            RowCursor cursor = new RowCursor(directory, range, above, disk.rows(family, range), this::forget);
            cursors.add(cursor);
            memory.cursorOpened();
            return cursor;
        });
    }

    private void forget(RowCursor cursor) {
        cursors.remove(cursor);
        memory.cursorClosed();
    }

    /**
     * If a family has no row.
     *
     * @param family which
     * @return false if there is one, committed or not
     */
    public boolean isEmpty(Family family) {
        try (RowCursor cursor = cursor(family, null, null, Order.ASCENDING)) {
            return !cursor.next();
        }
    }

    /**
     * About how many rows a family has; too many where rows were written over or removed lately.
     *
     * @param family which
     * @return the estimate
     */
    public long approximateRows(Family family) {
        requireNonNull(family, "family");
        return gate.whileOpen(() -> disk.estimatedRows(family) + overlay.size(family));
    }

    /**
     * Whether a family has writes that are not committed.
     *
     * @param family which
     * @return false if all of it is on disk
     */
    public boolean hasUncommitted(Family family) {
        requireNonNull(family, "family");
        return gate.whileOpen(() -> overlay.size(family) > 0);
    }

    /**
     * How large the overlay is.
     *
     * @return the bytes of its keys and values, and what keeping each entry takes
     */
    public long uncommittedBytes() {
        return gate.whileOpen(() -> overlay.bytes());
    }

    /**
     * Writes a row, or its new value. For the writer.
     *
     * @param family where
     * @param key its key
     * @param value its value
     */
    public void put(Family family, byte[] key, byte[] value) {
        requireNonNull(family, "family");
        requireNonNull(key, "key");
        requireNonNull(value, "value");
        gate.whileOpen(() -> memory.overlayGrew(overlay.put(family, key, value)));
    }

    /**
     * Removes a row; no matter if there is none. For the writer.
     *
     * @param family where
     * @param key its key
     */
    public void delete(Family family, byte[] key) {
        requireNonNull(family, "family");
        requireNonNull(key, "key");
        gate.whileOpen(() -> memory.overlayGrew(overlay.delete(family, key)));
    }

    /** Makes all that was put and deleted survive the process's end, wholly or not at all. For the writer. */
    public void commit() {
        gate.whileOpen(() -> {
            if (overlay.bytes() > 0) {
                disk.commit(overlay);
                dropOverlay();
            }
        });
    }

    /**
     * Brings many rows to disk, fast, when all is committed. After a crash some of the last batches may be gone, each
     * wholly and none before one that stayed. For the writer.
     *
     * @param batch the rows
     * @throws IllegalStateException if something is not committed
     */
    public void load(LoadBatch batch) {
        requireNonNull(batch, "batch");
        gate.whileOpen(() -> {
            long uncommitted = overlay.bytes();
            if (uncommitted > 0) {
                throw new IllegalStateException("Cannot load into " + directory + ": " + uncommitted
                        + " bytes are not committed; commit first");
            }
            disk.load(batch);
        });
    }

    /**
     * Brings new rows to disk beneath what is not committed. As {@link #load}, but for rows that nothing uncommitted
     * is about, so that it does not matter what else is. For the writer.
     *
     * @param batch the rows
     */
    public void loadBeneath(LoadBatch batch) {
        requireNonNull(batch, "batch");
        gate.whileOpen(() -> disk.load(batch));
    }

    /** Makes all that was loaded survive the process's end. For the writer. */
    public void settle() {
        gate.whileOpen(disk::settle);
    }

    /** Removes all rows of all families, committed or not, for good. For the writer. */
    public void clear() {
        gate.whileOpen(() -> {
            disk.clear(disk.families());
            dropOverlay();
        });
    }

    /**
     * Removes all rows of one family for good, when all is committed. For the writer.
     *
     * @param family which
     */
    public void clear(Family family) {
        requireNonNull(family, "family");
        gate.whileOpen(() -> disk.clear(List.of(family)));
    }

    /**
     * Removes a family for good, when all is committed; nobody may use it any more. For the writer.
     *
     * @param family which
     */
    public void drop(Family family) {
        requireNonNull(family, "family");
        gate.whileOpen(() -> {
            disk.drop(family);
            dropOverlay();
        });
    }

    /**
     * The families that there are, on disk already or opened for the first time.
     *
     * @return each once
     */
    public Set<Family> families() {
        return Set.copyOf(disk.families());
    }

    private void dropOverlay() {
        memory.overlayGrew(-overlay.bytes());
        overlay = new Overlay(disk.families());
    }

    /**
     * Waits for reads and writes under way, brings to files what was loaded and drops what was not committed. Cursors end.
     * Any number of times, from any thread.
     */
    @Override
    public void close() {
        gate.close(() -> {
            cursors.forEach(RowCursor::closeWithTable);
            memory.overlayGrew(-overlay.bytes());
            disk.close();
        });
    }
}
