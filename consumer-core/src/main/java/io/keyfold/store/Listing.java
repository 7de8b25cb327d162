package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.row.PartitionPosition;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a store says of a range of keys.
 *
 * @param rows rows in the order that was asked for, no key twice
 * @param hasMore whether rows remain behind the last one
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked, with the reason
 */
public record Listing(List<Entry> rows, boolean hasMore, List<PartitionPosition> asOf, Map<Integer, String> missing) {

    /**
     * One row.
     *
     * @param key its place in the order that was asked for: its storage key, or an index's entry; not to be modified
     * @param storageKey its storage key; not to be modified
     * @param row the row; it has a value
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    public record Entry(byte[] key, byte[] storageKey, StoredRow row) {}

    /** Copies the collections. */
    public Listing {
        rows = List.copyOf(rows);
        asOf = List.copyOf(asOf);
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }
}
