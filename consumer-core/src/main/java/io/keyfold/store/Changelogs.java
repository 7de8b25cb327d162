package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import io.keyfold.error.StartException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The changelogs that an application has already, its tables' and those behind what is derived from them, as a start finds them.
 * Those of another application whose id begins with this one's are taken for its own: that makes nothing look younger.
 *
 * @param there their names
 * @param configs how they are configured
 */
record Changelogs(Set<String> there, TopicConfigs configs) {

    /** Of a mirror. */
    static final Changelogs NONE = new Changelogs(Set.of(), TopicConfigs.NONE);

    private static final String SUFFIX = "-changelog";

    Changelogs {
        there = Set.copyOf(there);
    }

    /**
     * Asks the broker.
     *
     * @throws StartException in one sentence that says what to do, if it did not tell in time
     */
    static Changelogs ask(ConsumerSettings settings, String applicationId, Admin admin) {
        if (settings.store().materialization() == Materialization.SOURCE_TOPIC) {
            return NONE;
        }
        Set<String> there = of(applicationId, topics(settings, admin));
        return new Changelogs(there, TopicConfigs.atStart(admin, there, settings.name(), settings.startTimeout()));
    }

    private static Set<String> topics(ConsumerSettings settings, Admin admin) {
        try {
            return admin.listTopics().names().get(settings.startTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(settings.name(), "interrupted while asking which changelogs there are", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new StartException(
                    settings.name(),
                    "the broker did not tell in time which changelogs there are (" + StartCheck.rootMessage(e)
                            + "); see whether it is well, and start again, with a longer startTimeout if it is slow",
                    e);
        }
    }

    /** Those among all topics. */
    static Set<String> of(String applicationId, Set<String> topics) {
        return topics.stream()
                .filter(topic -> topic.startsWith(applicationId + "-") && topic.endsWith(SUFFIX))
                .collect(Collectors.toSet());
    }

    /** As Kafka Streams calls the one behind a store. */
    static String name(String applicationId, String store) {
        return applicationId + "-" + store + SUFFIX;
    }

    /** Whether it is there, and nothing else is known of it. */
    boolean isHidden(String topic) {
        return there.contains(topic) && !configs.isReadable(topic);
    }

    /** How long it keeps tombstones, in ms, if it is there and may be read. */
    Optional<Long> retentionMs(String topic) {
        return configs.number(topic, TopicConfig.DELETE_RETENTION_MS_CONFIG);
    }

    /** The least that any of them, or one that is made now, keeps its tombstones for, in ms. */
    long leastRetentionMs(long madeWithMs) {
        return there.stream()
                .flatMap(topic -> retentionMs(topic).stream())
                .mapToLong(Long::longValue)
                .reduce(madeWithMs, Math::min);
    }
}
