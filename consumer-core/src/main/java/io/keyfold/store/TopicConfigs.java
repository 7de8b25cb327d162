package io.keyfold.store;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configurations of topics, as far as this principal may read them.
 *
 * @param byTopic each topic's settings by name; without the topics whose settings may not be read
 */
record TopicConfigs(Map<String, Map<String, String>> byTopic) {

    /** Nothing has been read. */
    static final TopicConfigs NONE = new TopicConfigs(Map.of());

    private static final Logger LOG = LoggerFactory.getLogger(TopicConfigs.class);

    TopicConfigs {
        byTopic = Map.copyOf(byTopic);
    }

    /**
     * Asks the broker. The right to read is not needed: a topic whose configuration may not be read is left out.
     *
     * @param known what stays of a topic of which the broker tells nothing
     */
    static TopicConfigs ask(Admin admin, Collection<String> topics, TopicConfigs known, Duration timeout)
            throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        Map<String, Map<String, String>> told = new HashMap<>();
        Map<ConfigResource, KafkaFuture<Config>> asked = admin.describeConfigs(topics.stream()
                        .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                        .toList())
                .values();
        for (Map.Entry<ConfigResource, KafkaFuture<Config>> each : asked.entrySet()) {
            String topic = each.getKey().name();
            try {
                long leftNanos = Math.max(0, deadline - System.nanoTime());
                told.put(topic, values(each.getValue().get(leftNanos, TimeUnit.NANOSECONDS)));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("The configuration of {} cannot be read", topic, e);
                if (!(e.getCause() instanceof AuthorizationException) && known.isReadable(topic)) {
                    told.put(topic, known.byTopic.get(topic));
                }
            }
        }
        return new TopicConfigs(told);
    }

    private static Map<String, String> values(Config config) {
        return config.entries().stream()
                .filter(entry -> entry.value() != null)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }

    boolean isReadable(String topic) {
        return byTopic.containsKey(topic);
    }

    Optional<String> get(String topic, String setting) {
        return Optional.ofNullable(byTopic.get(topic)).map(settings -> settings.get(setting));
    }

    Optional<Long> number(String topic, String setting) {
        return get(topic, setting).map(Long::valueOf);
    }

    /** Of a setting that is a list. */
    List<String> list(String topic, String setting) {
        return get(topic, setting)
                .map(value -> List.of(value.split("\\s*,\\s*")))
                .orElse(List.of());
    }
}
