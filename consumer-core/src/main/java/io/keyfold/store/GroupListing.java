package io.keyfold.store;

import io.keyfold.codec.GroupTotal;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a store says of a range of a total's groups.
 *
 * @param groups groups in their order, none twice
 * @param hasMore whether groups remain behind the last one
 * @param asOf how far each partition that was asked had been read at least
 * @param missing the partitions that could not be asked, with the reason
 * @param marks what is to be said of all rows of partitions that were asked, where there is something
 */
public record GroupListing(
        List<Entry> groups,
        boolean hasMore,
        List<PartitionPosition> asOf,
        Map<Integer, String> missing,
        Map<Integer, PartitionMarks> marks) {

    /**
     * One group.
     *
     * @param group its bytes; not to be modified
     * @param total what its rows come to, over all partitions that were asked
     * @param top the rows with the greatest values, the greatest first; none unless the total asks for them
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    public record Entry(byte[] group, GroupTotal total, List<RankedRow> top) {}

    /**
     * One of a group's rows.
     *
     * @param measured the order-preserving bytes of what it measures
     * @param storageKey its storage key
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    public record RankedRow(byte[] measured, byte[] storageKey) {}

    /** Copies the collections. */
    public GroupListing {
        groups = List.copyOf(groups);
        asOf = List.copyOf(asOf);
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
        marks = Collections.unmodifiableMap(new TreeMap<>(marks));
    }
}
