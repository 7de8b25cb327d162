package io.keyfold.row;

import static java.util.Objects.requireNonNull;

/**
 * Where one record lies.
 *
 * @param topic its topic
 * @param partition its partition, 0 or more
 * @param offset its offset, 0 or more
 */
public record RecordPosition(String topic, int partition, long offset) {

    /** Refuses what no record has. */
    public RecordPosition {
        requireNonNull(topic, "topic");
        if (partition < 0 || offset < 0) {
            throw new IllegalArgumentException("position: " + topic + "-" + partition + "@" + offset
                    + " (expected: partition and offset 0 or more)");
        }
    }

    /** {@return the position as messages have it, such as {@code dwd_order_item-3@1842}} */
    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
