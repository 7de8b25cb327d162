package io.keyfold.metrics;

import java.util.Map;

/**
 * What happened to the records that this instance has read of one table since it started. A record that is read again
 * after a transaction was rolled back, or by a restore, counts again. The parts add up: inserted + updated + deleted +
 * unchanged + skipped (live), loaded + superseded (restore), and dead-lettered (both) = read.
 *
 * @param read records read, live or by a restore
 * @param inserted records that made a row
 * @param updated records that replaced a row
 * @param deleted records that removed a row
 * @param unchanged records that changed nothing: an equal value, a delete of a row that was not there
 * @param skipped records that had been applied before
 * @param loaded records that a restore brought into the store, values and deletes
 * @param superseded records of a restore that a later one for the same key replaced before they reached the store
 * @param deadLettered bad records by their reason's code
 * @param foreign of all these, records in another partition than the one their key hashes to
 * @param respelledKeys of all these, records whose key has other bytes than Flink writes for it: compaction does not
 *     see the two as one key
 * @param deletesOfNothing of the unchanged, live deletes of a row that was not there: the first or a repeated one of a key
 *     that compaction or a restart has left without a row
 * @param swept rows that audits had deleted: the topic held them no more. No record did it, so they are none of those above
 * @param expired rows that were deleted because their records had expired; none of those above either
 */
public record TableCounts(
        long read,
        long inserted,
        long updated,
        long deleted,
        long unchanged,
        long skipped,
        long loaded,
        long superseded,
        Map<String, Long> deadLettered,
        long foreign,
        long respelledKeys,
        long deletesOfNothing,
        long swept,
        long expired) {

    /** Copies the map. */
    public TableCounts {
        deadLettered = Map.copyOf(deadLettered);
    }

    /**
     * Counts of live records alone.
     *
     * @param read records read
     * @param inserted records that made a row
     * @param updated records that replaced a row
     * @param deleted records that removed a row
     * @param unchanged records that changed nothing
     * @param skipped records that had been applied before
     * @param deadLettered bad records by their reason's code
     */
    public TableCounts(
            long read,
            long inserted,
            long updated,
            long deleted,
            long unchanged,
            long skipped,
            Map<String, Long> deadLettered) {
        this(read, inserted, updated, deleted, unchanged, skipped, 0, 0, deadLettered, 0, 0, 0, 0, 0);
    }

    /** {@return live records that changed a row} */
    public long applied() {
        return inserted + updated + deleted;
    }

    /** {@return all bad records} */
    public long deadLetters() {
        return deadLettered.values().stream().mapToLong(Long::longValue).sum();
    }
}
