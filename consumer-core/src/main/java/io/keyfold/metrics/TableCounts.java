package io.keyfold.metrics;

import java.util.Map;

/**
 * What happened to the records that this instance has read of one table since it started. A record that is read again
 * after a transaction was rolled back counts again. The parts add up:
 * inserted + updated + deleted + unchanged + skipped + dead-lettered = read.
 *
 * @param read records read
 * @param inserted records that made a row
 * @param updated records that replaced a row
 * @param deleted records that removed a row
 * @param unchanged records that changed nothing: an equal value, a delete of a row that was not there
 * @param skipped records that had been applied before
 * @param deadLettered bad records by their reason's code
 */
public record TableCounts(
        long read,
        long inserted,
        long updated,
        long deleted,
        long unchanged,
        long skipped,
        Map<String, Long> deadLettered) {

    /** Copies the map. */
    public TableCounts {
        deadLettered = Map.copyOf(deadLettered);
    }

    /** {@return records that changed a row} */
    public long applied() {
        return inserted + updated + deleted;
    }

    /** {@return all bad records} */
    public long deadLetters() {
        return deadLettered.values().stream().mapToLong(Long::longValue).sum();
    }
}
