package io.keyfold.metrics;

/**
 * Odd records of one partition, counted since it was assigned, live and by a restore.
 *
 * @param badKeys records that were dead-lettered for their key
 * @param badValues records that were dead-lettered for their value
 * @param outOfOrderTimestamps live records whose timestamp is older than that of the row which they followed; offsets
 *     decide all the same
 * @param withoutTimestamp records that have no timestamp
 */
public record PartitionTallies(long badKeys, long badValues, long outOfOrderTimestamps, long withoutTimestamp) {

    /** Nothing odd. */
    public static final PartitionTallies NONE = new PartitionTallies(0, 0, 0, 0);
}
