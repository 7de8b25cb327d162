package io.keyfold.config;

import static java.util.Objects.requireNonNull;

/**
 * How an instance keeps its tables.
 *
 * @param materialization where a lost local copy is rebuilt from
 * @param memoryBytes what all tables of the instance may use beside the heap and on it for rows: block cache, write
 *     buffers and rows not yet committed; 16 MiB or more
 * @param changeLogBytes what the last changes of one table may use of the heap, about; 0 to keep none
 */
public record StoreSettings(Materialization materialization, long memoryBytes, long changeLogBytes) {

    private static final long LEAST_BYTES = 16L << 20;

    /** Refuses less memory than a store can work with. */
    public StoreSettings {
        requireNonNull(materialization, "materialization");
        if (memoryBytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "storeMemoryBytes: " + memoryBytes + " (expected: " + LEAST_BYTES + " or more)");
        }
        if (changeLogBytes < 0) {
            throw new IllegalArgumentException("changeLogBytes: " + changeLogBytes + " (expected: 0 or more)");
        }
    }

    /**
     * Of an instance that keeps no changes.
     *
     * @param materialization where a lost local copy is rebuilt from
     * @param memoryBytes what all tables of the instance may use
     */
    public StoreSettings(Materialization materialization, long memoryBytes) {
        this(materialization, memoryBytes, 0);
    }
}
