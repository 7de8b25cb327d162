package io.keyfold.store;

import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.LoadBatch;
import io.keyfold.store.rocks.RocksTable;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A projection's family while it is built over a chunk of rows, which only come: entries go to disk in bulk, and of a record
 * that many rows change the last state alone is put.
 */
final class BuildFamily implements ProjectionFamily {

    private static final byte[] NOTHING = new byte[0];

    private final RocksTable table;
    private final Family family;
    private final LoadBatch entries;
    private final Map<byte[], byte[]> records = new TreeMap<>(Arrays::compareUnsigned);

    BuildFamily(RocksTable table, Family family, LoadBatch entries) {
        this.table = table;
        this.family = family;
        this.entries = entries;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        byte[] pending = records.get(key);
        return pending != null ? pending : table.get(family, key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        records.put(key, value);
    }

    @Override
    public void enter(byte[] key) {
        entries.put(family, key, NOTHING);
    }

    @Override
    public void remove(byte[] key) {
        throw new IllegalStateException("Cannot build " + family + ": a row goes (expected: rows that come)");
    }

    @Override
    public byte @Nullable [] first(KeyRange range) {
        throw new IllegalStateException("Cannot build " + family + ": a row goes (expected: rows that come)");
    }

    void putRecords() {
        records.forEach((key, record) -> table.put(family, key, record));
    }
}
