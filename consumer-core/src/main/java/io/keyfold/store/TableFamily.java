package io.keyfold.store;

import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.RocksTable;
import io.keyfold.store.rocks.RowCursor;
import org.jspecify.annotations.Nullable;

/** A projection's family while changes are followed: written beside the rows, committed with them. */
record TableFamily(RocksTable table, Family family) implements ProjectionFamily {

    private static final byte[] NOTHING = new byte[0];

    @Override
    public byte @Nullable [] get(byte[] key) {
        return table.get(family, key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        table.put(family, key, value);
    }

    @Override
    public void enter(byte[] key) {
        table.put(family, key, NOTHING);
    }

    @Override
    public void remove(byte[] key) {
        table.delete(family, key);
    }

    @Override
    public byte @Nullable [] first(KeyRange range) {
        try (RowCursor cursor = table.cursor(family, range.from(), range.to(), range.order())) {
            return cursor.next() ? cursor.key() : null;
        }
    }
}
