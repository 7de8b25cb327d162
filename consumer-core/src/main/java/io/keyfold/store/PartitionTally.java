package io.keyfold.store;

import io.keyfold.metrics.PartitionTallies;
import java.time.Instant;
import java.util.Optional;

/** Counts the odd records of one partition. Any thread. */
final class PartitionTally {

    private PartitionTallies counts = PartitionTallies.NONE;

    /** A record that is older by its timestamp than the row that it follows by its offset, or has none. */
    void noteTimestamps(Optional<Instant> stored, Optional<Instant> record) {
        if (record.isEmpty()) {
            add(0, 0, 0, 1);
        } else if (stored.isPresent() && record.get().isBefore(stored.get())) {
            add(0, 0, 1, 0);
        }
    }

    /** Records that a restore read. */
    void noteWithoutTimestamp(long records) {
        add(0, 0, 0, records);
    }

    /** A bad record. */
    void noteBad(BadRecordException.Part part) {
        boolean isKey = part == BadRecordException.Part.KEY;
        add(isKey ? 1 : 0, isKey ? 0 : 1, 0, 0);
    }

    private synchronized void add(long badKeys, long badValues, long outOfOrder, long withoutTimestamp) {
        counts = new PartitionTallies(
                counts.badKeys() + badKeys,
                counts.badValues() + badValues,
                counts.outOfOrderTimestamps() + outOfOrder,
                counts.withoutTimestamp() + withoutTimestamp);
    }

    synchronized PartitionTallies counts() {
        return counts;
    }
}
