package io.keyfold.store;

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

    /**
     * {@return all keys behind one, the least first}
     *
     * @param key a storage key; null for all keys
     */
    static KeyRange behind(byte @Nullable [] key) {
        return new KeyRange(key == null ? null : Arrays.copyOf(key, key.length + 1), null, Direction.FORWARD);
    }

    /** Which end of a range comes first. */
    public enum Direction {
        /** The least key. */
        FORWARD,
        /** The greatest key. */
        REVERSE
    }
}
