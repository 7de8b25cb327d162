package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a store says of a range of keys.
 *
 * @param rows rows in the order that was asked for, no key twice
 * @param hasMore whether rows remain behind the last one
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked, with the reason
 * @param stale the partitions that were asked and whose rows may have been deleted upstream
 */
public record Listing(
        List<Entry> rows,
        boolean hasMore,
        List<PartitionPosition> asOf,
        Map<Integer, String> missing,
        Map<Integer, StaleMark> stale) {

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
        stale = Collections.unmodifiableMap(new TreeMap<>(stale));
    }

    /**
     * {@return one of the rows as readers see it: a row of a stale partition bears its mark}
     *
     * @param entry one of the rows
     * @param key its key
     */
    public Row<RowJson> row(Entry entry, RowKey key) {
        return entry.row()
                .withKey(key)
                .withStale(Optional.ofNullable(stale.get(entry.row().position().partition())));
    }
}
