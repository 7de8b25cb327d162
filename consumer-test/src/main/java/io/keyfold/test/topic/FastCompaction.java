package io.keyfold.test.topic;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * How a topic is configured that forgets within seconds what a real one forgets within days: rows that were written over or
 * deleted, and after a while of the test's choice the tombstones too.
 *
 * <pre>{@code
 * TableContract contract = kafka.createTable(orders, 2, FastCompaction.topicConfigs(Duration.ofSeconds(6)));
 * topic.upsert(Map.of("order_id", "A1001", "item_id", "I02"));
 * topic.tombstone("A1001", "I02");
 * topic.awaitForgotten(RowKey.of("A1001", "I02"));
 * }</pre>
 */
public final class FastCompaction {

    /** A segment that is written to is never cleaned: the next record after this time begins another one. */
    private static final Duration SEGMENT = Duration.ofMillis(100);

    /** Nearly any new record is enough. */
    private static final String LEAST_DIRTY_RATIO = "0.001";

    private FastCompaction() {}

    /**
     * {@return the settings of such a topic}
     *
     * @param deleteRetention its {@code delete.retention.ms}: how long a tombstone stays, counted from the cleaning that met it
     *     first
     * @throws IllegalArgumentException if it is negative
     */
    public static Map<String, String> topicConfigs(Duration deleteRetention) {
        if (requireNonNull(deleteRetention, "deleteRetention").isNegative()) {
            throw new IllegalArgumentException("deleteRetention: " + deleteRetention + " (expected: PT0S or more)");
        }
        return Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                TopicConfig.DELETE_RETENTION_MS_CONFIG,
                Long.toString(deleteRetention.toMillis()),
                TopicConfig.SEGMENT_MS_CONFIG,
                Long.toString(SEGMENT.toMillis()),
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                LEAST_DIRTY_RATIO,
                TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
                "0");
    }
}
