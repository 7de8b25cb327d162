package io.keyfold.store.rocks;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Writes that {@link RocksTable#load} brings to disk together, in the order in which they were added: of two to one key
 * the later counts. Keeps the arrays as they are given, which must not change then. For one thread.
 */
public final class LoadBatch {

    private final List<Write> writes = new ArrayList<>();
    private long bytes;

    /** An empty batch. */
    public LoadBatch() {}

    /**
     * Adds a row, or its new value.
     *
     * @param family where
     * @param key its key
     * @param value its value
     */
    public void put(Family family, byte[] key, byte[] value) {
        add(family, key, requireNonNull(value, "value"));
        bytes += value.length;
    }

    /**
     * Adds a row's removal; no matter if there is none.
     *
     * @param family where
     * @param key its key
     */
    public void delete(Family family, byte[] key) {
        add(family, key, null);
    }

    private void add(Family family, byte[] key, byte @Nullable [] value) {
        requireNonNull(family, "family");
        requireNonNull(key, "key");
        writes.add(new Write(family, key, value));
        bytes += key.length;
    }

    /**
     * How many writes are in it.
     *
     * @return their number
     */
    public int size() {
        return writes.size();
    }

    /**
     * How large it is.
     *
     * @return the bytes of its keys and values
     */
    public long bytes() {
        return bytes;
    }

    /** What it takes as RocksDB has it, at most. */
    long mostBytes() {
        return bytes + (long) WriteBytes.OVERHEAD_BYTES * size();
    }

    void forEach(RowSink sink) throws RocksDBException {
        for (Write write : writes) {
            sink.accept(write.family, write.key, write.value);
        }
    }

    private static final class Write {

        private final Family family;
        private final byte[] key;
        private final byte @Nullable [] value;

        Write(Family family, byte[] key, byte @Nullable [] value) {
            this.family = family;
            this.key = key;
            this.value = value;
        }
    }
}
