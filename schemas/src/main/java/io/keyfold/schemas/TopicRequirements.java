package io.keyfold.schemas;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What the contract asks of the topic's configuration.
 *
 * @param deleteRetention the least {@code delete.retention.ms}: how long a deleted row's tombstone stays readable
 */
public record TopicRequirements(Duration deleteRetention) {

    /** Kafka's default of a day. */
    public static final TopicRequirements KAFKA_DEFAULTS = new TopicRequirements(Duration.ofDays(1));

    /** Refuses a negative retention. */
    public TopicRequirements {
        requireNonNull(deleteRetention, "deleteRetention");
        if (deleteRetention.isNegative()) {
            throw new IllegalArgumentException("deleteRetention: " + deleteRetention + " (expected: PT0S or more)");
        }
    }
}
