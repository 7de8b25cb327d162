package io.keyfold.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rocksdb.RocksDBException;

/** What plain databases hold, by the keys of the traffic. */
record RocksRows(Traffic traffic, RocksTables tables) implements Expected.Rows {

    @Override
    public long count() {
        return tables.count();
    }

    @Override
    public boolean holds(int key, Optional<byte[]> value) {
        try {
            List<byte[]> found = tables.values(traffic.keyBytes(key));
            return found.size() == (value.isPresent() ? 1 : 0)
                    && found.stream().allMatch(bytes -> Arrays.equals(bytes, value.get()));
        } catch (RocksDBException e) {
            throw new IllegalStateException("Cannot read: " + e.getMessage(), e);
        }
    }
}
