package io.keyfold.store.rocks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * The rows on disk in a range of keys, as they were when this was made. For one thread at a time; to be closed before
 * the database.
 */
final class DiskRows implements AutoCloseable {

    private final Path directory;
    private final KeyRange range;
    private final List<Slice> bounds = new ArrayList<>(2);
    private final ReadOptions options = new ReadOptions();
    private final RocksIterator iterator;
    private byte @Nullable [] key;

    DiskRows(Path directory, RocksDB database, ColumnFamilyHandle family, KeyRange range) {
        this.directory = directory;
        this.range = range;
        if (range.from() != null) {
            options.setIterateLowerBound(bound(range.from()));
        }
        if (range.to() != null) {
            options.setIterateUpperBound(bound(range.to()));
        }
        this.iterator = database.newIterator(family, options);
    }

    private Slice bound(byte[] key) {
        Slice bound = new Slice(key);
        bounds.add(bound);
        return bound;
    }

    /** Goes to the first row in the range's order. */
    void seek() {
        if (range.isEmpty()) {
            return;
        }
        if (range.isAscending()) {
            iterator.seekToFirst();
        } else {
            iterator.seekToLast();
        }
        read();
    }

    /** Goes to the next row; it must be at one. */
    void advance() {
        if (range.isAscending()) {
            iterator.next();
        } else {
            iterator.prev();
        }
        read();
    }

    private void read() {
        if (iterator.isValid()) {
            key = iterator.key();
            return;
        }
        key = null;
        try {
            iterator.status();
        } catch (RocksDBException e) {
            throw StoreFailure.of("read", directory, e);
        }
    }

    /** The key of the row that it is at; null if there is none left. */
    byte @Nullable [] key() {
        return key;
    }

    /** The value of the row that it is at. */
    byte[] value() {
        return iterator.value();
    }

    @Override
    public void close() {
        iterator.close();
        options.close();
        bounds.forEach(Slice::close);
    }
}
