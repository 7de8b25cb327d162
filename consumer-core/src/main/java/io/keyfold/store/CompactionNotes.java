package io.keyfold.store;

import io.keyfold.store.TopicNote.Weight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What keeps the log cleaner from a compacted topic. That costs whoever loads the topic, and never a delete: the cleaner lets one go
 * {@code delete.retention.ms} after it has met it, however late that is.
 */
final class CompactionNotes {

    /** A load is longer by what was written in so long; beyond it somebody should look. */
    static final long LONG_LAG_MS = 86_400_000;

    /** Kafka's default of {@code segment.ms}: the longest that records wait, by default, until their segment is closed. */
    static final long DEFAULT_WAIT_MS = 604_800_000;

    /** Kafka's default of {@code min.cleanable.dirty.ratio}. */
    static final double DEFAULT_DIRTY_RATIO = 0.5;

    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final String topic;
    private final TopicConfigs configs;

    private CompactionNotes(String topic, TopicConfigs configs) {
        this.topic = topic;
        this.configs = configs;
    }

    /** Of one that is not compacted, or may not be read, there are none. */
    static List<TopicNote> of(String topic, TopicConfigs configs) {
        if (!CleanupPolicy.of(configs, topic).compacts()) {
            return List.of();
        }
        CompactionNotes found = new CompactionNotes(topic, configs);
        List<TopicNote> notes = new ArrayList<>();
        found.lag().ifPresent(notes::add);
        found.slow().ifPresent(notes::add);
        return notes;
    }

    private Optional<TopicNote> lag() {
        long lagMs = number(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, 0);
        return lagMs <= 0
                ? Optional.empty()
                : Optional.of(
                        new TopicNote(
                                "compaction-lag",
                                lagMs > LONG_LAG_MS ? Weight.WARNING : Weight.INFO,
                                topic,
                                "topic " + topic + " has min.compaction.lag.ms=" + lagMs
                                        + ": old values and deletes stay in its log" + " for "
                                        + CleanupPolicy.inWords(lagMs)
                                        + " and longer, and whoever loads it reads them all",
                                "set min.compaction.lag.ms=0 on it, unless others must be able to read every change for so long"));
    }

    /**
     * A segment is cleaned once it is closed and enough of the log is dirty. {@code max.compaction.lag.ms} ends both waits, so where it
     * does that in time nothing else matters; and what everybody has by default is not worth a note.
     */
    private Optional<TopicNote> slow() {
        long mostMs = number(TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, NO_LIMIT);
        List<String> delays = delays();
        if (mostMs <= DEFAULT_WAIT_MS || delays.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TopicNote(
                "slow-compaction",
                Weight.INFO,
                topic,
                "topic " + topic + " has " + String.join(" and ", delays) + ", and "
                        + (mostMs == NO_LIMIT
                                ? "no max.compaction.lag.ms ends the wait"
                                : "max.compaction.lag.ms=" + mostMs + " ends the wait late")
                        + ": it is cleaned rarely, and whoever loads it reads old values and deletes",
                "set max.compaction.lag.ms=" + DEFAULT_WAIT_MS
                        + " on it, or less: what is older is cleaned whatever the" + " other settings say"));
    }

    private List<String> delays() {
        List<String> delays = new ArrayList<>();
        long segmentMs = number(TopicConfig.SEGMENT_MS_CONFIG, 0);
        if (segmentMs > DEFAULT_WAIT_MS) {
            delays.add("segment.ms=" + segmentMs
                    + configs.get(topic, TopicConfig.SEGMENT_BYTES_CONFIG)
                            .map(bytes -> " (unless segment.bytes=" + bytes + " are written before)")
                            .orElse(""));
        }
        configs.get(topic, TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG)
                .filter(ratio -> Double.parseDouble(ratio) > DEFAULT_DIRTY_RATIO)
                .ifPresent(ratio -> delays.add("min.cleanable.dirty.ratio=" + ratio));
        return delays;
    }

    private long number(String setting, long ifUnread) {
        return configs.number(topic, setting).orElse(ifUnread);
    }
}
