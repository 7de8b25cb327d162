package io.keyfold.store;

import io.keyfold.codec.GroupTotal;
import io.keyfold.store.GroupListing.RankedRow;
import java.util.List;

/**
 * A group as one partition has it.
 *
 * @param key the group
 * @param total what its rows come to
 * @param top the rows with the greatest values, the greatest first; none unless the total asks for them
 */
@SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
record GroupEntry(byte[] key, GroupTotal total, List<RankedRow> top) implements Keyed {

    private static final int TOTAL_BYTES = 64;

    @Override
    public long bytes() {
        return key.length
                + TOTAL_BYTES
                + top.stream()
                        .mapToLong(row -> row.measured().length + row.storageKey().length)
                        .sum();
    }
}
