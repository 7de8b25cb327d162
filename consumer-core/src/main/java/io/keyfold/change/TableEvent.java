package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowChange;

/**
 * What a subscriber from a snapshot is told. The order of the events is the order of the table, key by key.
 *
 * @param <T> how values are read
 */
public sealed interface TableEvent<T> {

    /**
     * A row of the snapshot, or a change after it.
     *
     * @param change for a row of the snapshot an INSERT at the row's own position
     * @param <T> how values are read
     */
    record Changed<T>(RowChange<T> change) implements TableEvent<T> {

        /** Refuses a missing change. */
        public Changed {
            requireNonNull(change, "change");
        }
    }

    /**
     * Every row of a partition has been told; from here on come its changes alone.
     *
     * @param partition the partition
     * @param <T> how values are read
     */
    record SnapshotComplete<T>(int partition) implements TableEvent<T> {

        /** Refuses what is no partition. */
        public SnapshotComplete {
            requirePartition(partition);
        }
    }

    /**
     * A partition is no longer here, and nothing is known of its rows: forget them. If it comes back, so does a whole
     * snapshot.
     *
     * @param partition the partition
     * @param <T> how values are read
     */
    record PartitionLost<T>(int partition) implements TableEvent<T> {

        /** Refuses what is no partition. */
        public PartitionLost {
            requirePartition(partition);
        }
    }

    private static void requirePartition(int partition) {
        if (partition < 0) {
            throw new IllegalArgumentException("partition: " + partition + " (expected: 0 or more)");
        }
    }
}
