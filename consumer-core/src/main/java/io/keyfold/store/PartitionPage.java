package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.StoredRowCodec;
import io.keyfold.row.PartitionPosition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one partition in the order that was asked for.
 *
 * @param entries the rows
 * @param hasMore whether rows remain behind the last one
 */
record PartitionPage(List<Entry> entries, boolean hasMore) {

    /** As a listing of the one partition; of rows. */
    Listing listing(StoredRowCodec rows, PartitionPosition asOf) {
        return new Listing(
                entries.stream()
                        .map(entry -> new Listing.Entry(entry.key, rows.decode(requireNonNull(entry.row))))
                        .toList(),
                hasMore,
                List.of(asOf),
                Map.of());
    }

    /**
     * One row.
     *
     * @param key its storage key
     * @param row the stored row; null where only keys were asked for
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record Entry(byte[] key, byte @Nullable [] row) {}
}
