package io.keyfold.store;

import org.jspecify.annotations.Nullable;

/**
 * A row as one partition has it.
 *
 * @param key its place in the order that was asked for: its storage key, or an index's entry
 * @param storageKey its storage key
 * @param row the stored row; null where only keys were asked for
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
record StoredEntry(byte[] key, byte[] storageKey, byte @Nullable [] row) implements Keyed {

    @Override
    public long bytes() {
        return 2L * key.length + storageKey.length + (row == null ? 0 : row.length);
    }
}
