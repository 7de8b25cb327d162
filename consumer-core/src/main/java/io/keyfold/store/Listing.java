package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
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
 * @param marks what is to be said of all rows of partitions that were asked, where there is something
 */
public record Listing(
        List<Entry> rows,
        boolean hasMore,
        List<PartitionPosition> asOf,
        Map<Integer, String> missing,
        Map<Integer, PartitionMarks> marks) {

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
        marks = Collections.unmodifiableMap(new TreeMap<>(marks));
    }

    /**
     * {@return one of the rows as readers see it: a row bears the marks of its partition}
     *
     * @param entry one of the rows
     * @param key its key
     */
    public Row<RowJson> row(Entry entry, RowKey key) {
        return entry.row()
                .withKey(key)
                .withMarks(marks.getOrDefault(entry.row().position().partition(), PartitionMarks.NONE));
    }
}
