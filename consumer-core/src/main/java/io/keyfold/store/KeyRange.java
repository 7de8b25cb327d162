package io.keyfold.store;

import io.keyfold.store.rocks.Order;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of storage keys and the direction to walk it in.
 *
 * @param from the least storage key, inclusive; null for the first
 * @param to the storage key behind the greatest; null for none
 * @param direction which end comes first
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
public record KeyRange(byte @Nullable [] from, byte @Nullable [] to, Direction direction) {

    /** {@return what its bounds have together, in bytes} */
    long bytes() {
        return (from == null ? 0 : from.length) + (to == null ? 0L : to.length);
    }

    Order order() {
        return direction == Direction.FORWARD ? Order.ASCENDING : Order.DESCENDING;
    }

    /**
     * {@return all keys behind one, the least first}
     *
     * @param key a storage key; null for all keys
     */
    static KeyRange behind(byte @Nullable [] key) {
        return new KeyRange(key == null ? null : Arrays.copyOf(key, key.length + 1), null, Direction.FORWARD);
    }

    /**
     * {@return the least bytes behind all that begin with a prefix; null where there are none}
     *
     * @param prefix what they begin with
     */
    public static byte @Nullable [] firstBehind(byte[] prefix) {
        for (int last = prefix.length - 1; last >= 0; last--) {
            if (prefix[last] != (byte) 0xFF) {
                byte[] behind = Arrays.copyOf(prefix, last + 1);
                behind[last]++;
                return behind;
            }
        }
        return null;
    }

    /** Which end of a range comes first. */
    public enum Direction {
        /** The least key. */
        FORWARD,
        /** The greatest key. */
        REVERSE
    }
}
