package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.row.PartitionPosition;

/** What a store says of one key. */
public sealed interface Lookup {

    /**
     * Something is stored: a row, or a mark alone.
     *
     * @param row what is stored
     * @param asOf how far the partition had been read at least
     */
    record Stored(StoredRow row, PartitionPosition asOf) implements Lookup {}

    /**
     * Nothing is stored.
     *
     * @param asOf how far the key's own partition had been read at least
     */
    record Nothing(PartitionPosition asOf) implements Lookup {}

    /**
     * Another instance has the key's partition.
     *
     * @param partition the partition
     */
    record Elsewhere(int partition) implements Lookup {}

    /**
     * It cannot be told here and now.
     *
     * @param reason why, in words
     */
    record Unavailable(String reason) implements Lookup {}
}
