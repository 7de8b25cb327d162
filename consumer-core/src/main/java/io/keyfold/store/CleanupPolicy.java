package io.keyfold.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What a topic does with old records, and what that means for the rows that are read from it.
 *
 * @param topic the topic
 * @param policy its {@code cleanup.policy}; empty where it may not be read
 * @param retentionMs its {@code retention.ms}, if it has a limit
 * @param retentionBytes its {@code retention.bytes}, if it has a limit
 */
record CleanupPolicy(String topic, List<String> policy, Optional<Long> retentionMs, Optional<Long> retentionBytes) {

    private static final List<TimeUnit> UNITS =
            List.of(TimeUnit.DAYS, TimeUnit.HOURS, TimeUnit.MINUTES, TimeUnit.SECONDS);

    static CleanupPolicy of(TopicConfigs configs, String topic) {
        return new CleanupPolicy(
                topic,
                configs.list(topic, TopicConfig.CLEANUP_POLICY_CONFIG),
                limit(configs, topic, TopicConfig.RETENTION_MS_CONFIG),
                limit(configs, topic, TopicConfig.RETENTION_BYTES_CONFIG));
    }

    /** A negative one is none. */
    private static Optional<Long> limit(TopicConfigs configs, String topic, String setting) {
        return configs.number(topic, setting).filter(number -> number >= 0);
    }

    /** Whether records go though no newer one of their key has come. */
    boolean expires() {
        return policy.contains(TopicConfig.CLEANUP_POLICY_DELETE);
    }

    boolean compacts() {
        return policy.contains(TopicConfig.CLEANUP_POLICY_COMPACT);
    }

    /** Of one that expires: how it is set, and what comes of it. */
    String consequence() {
        List<String> settings = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        settings.add("cleanup.policy=" + String.join(",", policy));
        retentionMs.ifPresent(ms -> {
            settings.add("retention.ms=" + ms);
            rows.add("rows untouched for " + inWords(ms));
        });
        retentionBytes.ifPresent(bytes -> {
            settings.add("retention.bytes=" + bytes);
            rows.add("the oldest rows of a partition of more than " + bytes + " bytes");
        });
        return "topic " + topic + " has " + String.join(" and ", settings) + ": "
                + (rows.isEmpty()
                        ? "as soon as it is given a retention, old rows disappear for new or rebuilt instances"
                        : String.join(" and ", rows) + " disappear for new or rebuilt instances");
    }

    /** A time in the largest unit that leaves no rest. */
    static String inWords(long ms) {
        for (TimeUnit unit : UNITS) {
            long unitMs = unit.toMillis(1);
            if (ms >= unitMs && ms % unitMs == 0) {
                String word = unit.name().toLowerCase(Locale.ROOT);
                long count = ms / unitMs;
                return count + " " + (count == 1 ? word.substring(0, word.length() - 1) : word);
            }
        }
        return ms + " ms";
    }
}
