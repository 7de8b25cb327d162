package io.keyfold.store.rocks;

import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The memory that all partitions of an instance share, bounded by one number:
 *
 * <pre>
 * 3/4  block cache: data blocks, indexes and filters; a third of it is write buffers, as far as they are in use
 * 1/4  overlays: what is written and not committed. Not enforced here: the writer commits early
 * </pre>
 *
 * <p>It is a target, not a wall: RocksDB goes above it for a moment rather than stop a reader or a writer, and an open
 * cursor keeps the blocks and the overlay that it reads. For any thread. Close it after its tables; one that is open
 * still keeps its share until it is closed itself.
 */
public final class RocksMemory implements AutoCloseable {

    private static final long LEAST_BYTES = 16L << 20;

    /** Let RocksDB choose by the cache's size. */
    private static final int ANY_SHARD_BITS = -1;

    /** Of the cache, kept for indexes and filters; rocksdbjni's default is none, and their priority would mean nothing. */
    private static final double INDEX_SHARE = 0.5;

    private final long overlayBudgetBytes;
    private final long writeBufferBytes;
    private final Cache cache;
    private final WriteBufferManager writeBuffers;
    private final AtomicLong overlayBytes = new AtomicLong();
    private final AtomicLong openCursors = new AtomicLong();
    private boolean closed;

    private RocksMemory(long totalBytes) {
        overlayBudgetBytes = totalBytes / 4;
        writeBufferBytes = totalBytes / 4;
        cache = new LRUCache(totalBytes - overlayBudgetBytes, ANY_SHARD_BITS, false, INDEX_SHARE);
        writeBuffers = new WriteBufferManager(writeBufferBytes, cache);
    }

    /**
     * Sets memory aside; none of it is taken before it is used.
     *
     * @param totalBytes for blocks, write buffers and overlays together, at least 16 MiB
     * @return the memory
     */
    public static RocksMemory of(long totalBytes) {
        if (totalBytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "storeMemoryBytes: " + totalBytes + " (expected: at least " + LEAST_BYTES + ")");
        }
        RocksDB.loadLibrary();
        return new RocksMemory(totalBytes);
    }

    /**
     * How many bytes may be written and not committed, in all tables together.
     *
     * @return the bound
     */
    public long overlayBudgetBytes() {
        return overlayBudgetBytes;
    }

    /**
     * How many bytes are in use: blocks, write buffers and overlays.
     *
     * @return the bytes; of the overlays alone once this is closed
     */
    public synchronized long usedBytes() {
        return overlayBytes.get() + (closed ? 0 : cache.getUsage());
    }

    /**
     * How many cursors are open over all tables. One that is never closed keeps files and memory.
     *
     * @return their number
     */
    public long openCursors() {
        return openCursors.get();
    }

    /** What a table is opened with; it keeps its share of this memory by itself. */
    synchronized DiskOptions newDiskOptions() {
        if (closed) {
            throw new IllegalStateException("Cannot open a table: its memory is closed");
        }
        return new DiskOptions(cache, writeBuffers, writeBufferBytes);
    }

    void overlayGrew(long bytes) {
        overlayBytes.addAndGet(bytes);
    }

    void cursorOpened() {
        openCursors.incrementAndGet();
    }

    void cursorClosed() {
        openCursors.decrementAndGet();
    }

    /** Gives up the memory as soon as no table uses it. Any number of times. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            writeBuffers.close();
            cache.close();
        }
    }
}
