package io.keyfold.row;

import static java.util.Objects.requireNonNull;

/**
 * How far a partition has been read: everything below {@code position} is in the table.
 *
 * @param topic the topic
 * @param partition the partition, 0 or more
 * @param position the next offset to read, 0 or more; offsets that are transaction markers count
 */
public record PartitionPosition(String topic, int partition, long position) {

    /** Refuses what no partition has. */
    public PartitionPosition {
        requireNonNull(topic, "topic");
        if (partition < 0 || position < 0) {
            throw new IllegalArgumentException("position: " + topic + "-" + partition + ", next " + position
                    + " (expected: partition and position 0 or more)");
        }
    }
}
