package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import java.time.Instant;
import java.util.Optional;

/** What a store says of one key. */
public sealed interface Lookup {

    /**
     * Something is stored: a row, or a mark alone.
     *
     * @param row what is stored
     * @param asOf how far the partition had been read at least
     * @param caughtUpAt as of when every delete in the partition is known to have been seen; empty where nothing is known
     * @param marks what is to be said of all rows of the partition
     */
    record Stored(StoredRow row, PartitionPosition asOf, Optional<Instant> caughtUpAt, PartitionMarks marks)
            implements Lookup {}

    /**
     * Nothing is stored.
     *
     * @param asOf how far the key's own partition had been read at least
     * @param caughtUpAt as of when every delete in it is known to have been seen; empty where nothing is known
     * @param marks what is to be said of all rows of the partition
     */
    record Nothing(PartitionPosition asOf, Optional<Instant> caughtUpAt, PartitionMarks marks) implements Lookup {}

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
