package io.keyfold.store.rocks;

import java.util.Arrays;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** The keys that a cursor goes over, and in which order: from inclusive, to exclusive, null where there is no bound. */
final class KeyRange {

    private final byte @Nullable [] from;
    private final byte @Nullable [] to;
    private final Order order;

    KeyRange(byte @Nullable [] from, byte @Nullable [] to, Order order) {
        this.from = from;
        this.to = to;
        this.order = order;
    }

    byte @Nullable [] from() {
        return from;
    }

    byte @Nullable [] to() {
        return to;
    }

    boolean isAscending() {
        return order == Order.ASCENDING;
    }

    /** No key can be in it. Bounds the wrong way round make such a range too. */
    boolean isEmpty() {
        byte[] least = from == null ? new byte[0] : from;
        return to != null && Arrays.compareUnsigned(least, to) >= 0;
    }

    /** Below zero if the first key comes before the second one. */
    int compare(byte[] first, byte[] second) {
        int ascending = Arrays.compareUnsigned(first, second);
        return isAscending() ? ascending : -ascending;
    }

    /** This range of a map, in this order. Not for a range that is empty. */
    NavigableMap<byte[], byte[]> of(NavigableMap<byte[], byte[]> map) {
        NavigableMap<byte[], byte[]> part = map;
        if (from != null) {
            part = part.tailMap(from, true);
        }
        if (to != null) {
            part = part.headMap(to, false);
        }
        return isAscending() ? part : part.descendingMap();
    }
}
