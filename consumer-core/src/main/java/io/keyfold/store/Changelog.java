package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
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
    private static final long ANSWER_TIMEOUT_MS = 5_000;

    /** Of a mirror. */
    static Changelog source(TableTask task) {
        return new Changelog(task.contract().topic(), new Retention(Duration.ofMillis(KAFKA_DEFAULT_MS)));
    }

    /** As it is, or as it is going to be made where it is not there yet. */
    static Changelog of(TableTask task, ConsumerSettings settings, String applicationId, Changelogs found) {
        if (settings.store().materialization() == Materialization.SOURCE_TOPIC) {
            return source(task);
        }
        String topic = Changelogs.name(applicationId, TableTopology.storeName(task.contract()));
        Changelog made = new Changelog(topic, new Retention(Duration.ofMillis(madeWithMs(settings))));
        found.retentionMs(topic).ifPresent(ms -> made.retention.seen(ms, System.currentTimeMillis()));
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

    /** Reads anew how long it keeps tombstones; where that is not told it is as it was. {@return whether the broker answered} */
    boolean readRetention(Admin admin) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            Map<ConfigResource, Config> configs =
                    admin.describeConfigs(List.of(resource)).all().get(ANSWER_TIMEOUT_MS, TimeUnit.MILLISECONDS);
            Config config = configs.get(resource);
            ConfigEntry set = config == null ? null : config.get(TopicConfig.DELETE_RETENTION_MS_CONFIG);
            if (set != null && set.value() != null) {
                retention.seen(Long.parseLong(set.value()), System.currentTimeMillis());
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("The configuration of {} cannot be read", topic, e);
            return e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof AuthorizationException;
        }
    }
}
