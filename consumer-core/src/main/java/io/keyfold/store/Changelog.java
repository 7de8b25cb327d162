package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic that a table's local copies are restored from: its source topic, or one of its own.
 *
 * @param topic its name
 * @param retention how long it keeps tombstones; of a source topic it is not looked at
 */
record Changelog(String topic, Retention retention) {

    private static final Logger LOG = LoggerFactory.getLogger(Changelog.class);
    private static final long KAFKA_DEFAULT_MS = TimeUnit.DAYS.toMillis(1);
    private static final String TOPIC_PREFIX = "topic.";

    /** Of a mirror. */
    static Changelog source(TableTask task) {
        return new Changelog(task.contract().topic(), new Retention(Duration.ofMillis(KAFKA_DEFAULT_MS)));
    }

    /** As Kafka Streams makes it. */
    static Changelog made(TableTask task, String applicationId) {
        return new Changelog(
                Changelogs.name(applicationId, TableTopology.storeName(task.contract())),
                new Retention(Duration.ofMillis(KAFKA_DEFAULT_MS)));
    }

    /** As it is, or as it is going to be made where it is not there yet. */
    static Changelog of(TableTask task, ConsumerSettings settings, String applicationId, Changelogs found) {
        if (settings.store().materialization() == Materialization.SOURCE_TOPIC) {
            return source(task);
        }
        String topic = Changelogs.name(applicationId, TableTopology.storeName(task.contract()));
        Changelog made = new Changelog(topic, new Retention(Duration.ofMillis(madeWithMs(settings))));
        made.configured(found.configs());
        if (found.isHidden(topic)) {
            LOG.warn(
                    "The configuration of changelog {} may not be read: how long it keeps tombstones is not known, {} ms are assumed",
                    topic,
                    madeWithMs(settings));
        }
        return made;
    }

    /** The {@code delete.retention.ms} of the changelogs that Kafka Streams makes for this consumer. */
    static long madeWithMs(ConsumerSettings settings) {
        return Long.parseLong(settings.streamsOverrides()
                .getOrDefault(TOPIC_PREFIX + TopicConfig.DELETE_RETENTION_MS_CONFIG, Long.toString(KAFKA_DEFAULT_MS)));
    }

    /** It may be configured otherwise by now; where that is not told it is as it was. */
    void configured(TopicConfigs configs) {
        configs.number(topic, TopicConfig.DELETE_RETENTION_MS_CONFIG)
                .ifPresent(ms -> retention.seen(ms, System.currentTimeMillis()));
    }
}
