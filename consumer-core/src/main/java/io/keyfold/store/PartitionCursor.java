package io.keyfold.store;

import io.keyfold.codec.StoredRowCodec;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.Order;
import io.keyfold.store.rocks.RocksTable;
import io.keyfold.store.rocks.RowCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Walks one partition's rows, home and foreign ones merged in key order; marks alone are passed over. */
final class PartitionCursor implements AutoCloseable {

    private final RowCursor home;
    private final @Nullable RowCursor foreign;
    private final Direction direction;
    private boolean homeHasRow;
    private boolean foreignHasRow;
    private boolean atForeign;
    private boolean started;

    private PartitionCursor(RowCursor home, @Nullable RowCursor foreign, Direction direction) {
        this.home = home;
        this.foreign = foreign;
        this.direction = direction;
        this.homeHasRow = advance(home);
        this.foreignHasRow = foreign != null && advance(foreign);
    }

    static PartitionCursor over(RocksTable table, KeyRange range, boolean hasForeign) {
        Order order = range.order();
        RowCursor home = table.cursor(Family.ROWS, range.from(), range.to(), order);
        RowCursor foreign = null;
        try {
            foreign = hasForeign ? table.cursor(Family.FOREIGN, range.from(), range.to(), order) : null;
            return new PartitionCursor(home, foreign, range.direction());
        } catch (RuntimeException e) {
            home.close();
            if (foreign != null) {
                foreign.close();
            }
            throw e;
        }
    }

    private static boolean advance(RowCursor cursor) {
        while (cursor.next()) {
            if (StoredRowCodec.isRow(cursor.value())) {
                return true;
            }
        }
        return false;
    }

    /** Goes to the next row, the first time to the first; false behind the last. */
    boolean next() {
        if (started) {
            step();
        }
        started = true;
        atForeign = foreignHasRow && (!homeHasRow || foreignComesFirst());
        return homeHasRow || foreignHasRow;
    }

    private void step() {
        if (atForeign && foreign != null) {
            foreignHasRow = advance(foreign);
        } else {
            homeHasRow = advance(home);
        }
    }

    private boolean foreignComesFirst() {
        int order = foreign == null ? 1 : Arrays.compareUnsigned(foreign.key(), home.key());
        return direction == Direction.FORWARD ? order < 0 : order > 0;
    }

    byte[] key() {
        return current().key();
    }

    byte[] value() {
        return current().value();
    }

    private RowCursor current() {
        return atForeign && foreign != null ? foreign : home;
    }

    @Override
    public void close() {
        home.close();
        if (foreign != null) {
            foreign.close();
        }
    }
}
