package io.keyfold.change;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.store.PeerInput;
import io.keyfold.store.PeerOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one instance asks another of the changes of a table.
 *
 * <pre>
 * u8 'C' | u8 version | text table | i32 keys | i32 limit | i32 n | n items
 * item:  i32 partition | flag at | at, if there is one
 * at:    i64 position | i32 log | i64 sequence
 * </pre>
 *
 * @param table which
 * @param keys stands for the key columns
 * @param limit changes of one partition at the most
 * @param items the partitions, the first of which is served first
 */
record ChangeQuestion(String table, int keys, int limit, List<Item> items) {

    /** What no other question begins with. */
    static final byte MARK = 'C';

    static final int VERSION = 1;

    /**
     * A partition.
     *
     * @param partition the partition
     * @param at from where on; null for now
     */
    record Item(int partition, @Nullable At at) {}

    ChangeQuestion {
        items = List.copyOf(items);
    }

    byte[] toBytes() {
        PeerOutput out = new PeerOutput()
                .u8(MARK)
                .u8(VERSION)
                .text(table)
                .i32(keys)
                .i32(limit)
                .i32(items.size());
        for (Item item : items) {
            out.i32(item.partition());
            At at = item.at();
            out.flag(at != null);
            if (at != null) {
                write(at, out);
            }
        }
        return out.toBytes();
    }

    static void write(At at, PeerOutput out) {
        out.i64(at.position()).i32(at.log()).i64(at.sequence());
    }

    static At at(PeerInput in) {
        return new At(in.i64(), in.i32(), in.i64());
    }

    static ChangeQuestion read(byte[] bytes) {
        PeerInput in = new PeerInput(bytes);
        int mark = in.u8();
        int version = in.u8();
        if (mark != MARK || version != VERSION) {
            throw new IllegalArgumentException("version: " + version + " (expected: " + VERSION + ")");
        }
        String table = in.text();
        int keys = in.i32();
        int limit = in.i32();
        int count = in.count();
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(new Item(in.i32(), in.flag() ? at(in) : null));
        }
        in.requireEnd();
        return new ChangeQuestion(table, keys, limit, items);
    }
}
