package io.keyfold.store.rocks;

import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Takes writes, one by one, in the order in which they apply. */
@FunctionalInterface
interface RowSink {

    /** Takes a put, or a delete where the value is null. */
    void accept(Family family, byte[] key, byte @Nullable [] value) throws RocksDBException;
}
