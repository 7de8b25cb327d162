package io.keyfold.test.recording;

import static java.util.Objects.requireNonNull;

/**
 * A recorded record and where its copy lies now.
 *
 * @param recorded what was played
 * @param topic the real topic it was played to
 * @param partition the partition there, the same as the recorded one
 * @param offset the offset that the broker gave it
 */
public record PlayedRecord(RecordedRecord recorded, String topic, int partition, long offset) {

    /**
     * Refuses a record without a place.
     *
     * @param recorded what was played
     * @param topic the real topic it was played to
     * @param partition the partition there, 0 or more
     * @param offset the offset that the broker gave it, 0 or more
     */
    public PlayedRecord {
        requireNonNull(recorded, "recorded");
        requireNonNull(topic, "topic");
        if (partition < 0 || offset < 0) {
            throw new IllegalArgumentException(
                    "position: " + topic + "-" + partition + "@" + offset + " (expected: 0 or more)");
        }
    }
}
