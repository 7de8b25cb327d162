package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What the contract asks of the topic's configuration.
 *
 * @param deleteRetention the least {@code delete.retention.ms}: how long a deleted row's tombstone stays readable
 * @param partitions how many partitions it has: a key's partition, and so the order of its records, depends on it; empty if
 *     nothing was agreed
 * @param recordsExpire whether the topic's {@code cleanup.policy} may contain {@code delete}: its records then expire, and with
 *     each the row that it wrote, though nobody deleted it
 */
public record TopicRequirements(Duration deleteRetention, OptionalInt partitions, boolean recordsExpire) {

    // Made before the defaults, which are compared with it: what Kafka's option can hold, and toMillis give.
    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    /** Kafka's default of a day, any number of partitions, and records that do not expire. */
    public static final TopicRequirements KAFKA_DEFAULTS = new TopicRequirements(Duration.ofDays(1));

    /** Refuses a negative retention, one whose milliseconds are no long, and a topic without partitions. */
    public TopicRequirements {
        requireNonNull(deleteRetention, "deleteRetention");
        requireNonNull(partitions, "partitions");
        if (deleteRetention.isNegative() || deleteRetention.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "deleteRetention: " + deleteRetention + " (expected: PT0S .. " + LONGEST + ")");
        }
        if (partitions.isPresent() && partitions.getAsInt() < 1) {
            throw new IllegalArgumentException("partitions: " + partitions.getAsInt() + " (expected: 1 or more)");
        }
    }

    /**
     * Of a topic with any number of partitions, whose records do not expire.
     *
     * @param deleteRetention the least {@code delete.retention.ms}
     */
    public TopicRequirements(Duration deleteRetention) {
        this(deleteRetention, OptionalInt.empty(), false);
    }

    /** {@return the same of a topic whose records expire} */
    public TopicRequirements withExpiry() {
        return new TopicRequirements(deleteRetention, partitions, true);
    }
}
