package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.error.StartException;
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
    private static final Duration PAUSE = Duration.ofMillis(100);

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
        Answers answers = answers(broker(admin), topics, System.nanoTime() + timeout.toNanos());
        Map<String, Map<String, String>> told = new HashMap<>(answers.told);
        answers.untold.keySet().stream()
                .filter(known::isReadable)
                .forEach(topic -> told.put(topic, requireNonNull(known.byTopic.get(topic))));
        return new TopicConfigs(told);
    }

    /** Asks the broker, once; {@return what may be read of them, or nothing if it does not tell of all} */
    static Optional<TopicConfigs> askAll(Admin admin, Collection<String> topics, Duration timeout)
            throws InterruptedException {
        return askAll(broker(admin), topics, timeout);
    }

    static Optional<TopicConfigs> askAll(Broker broker, Collection<String> topics, Duration timeout)
            throws InterruptedException {
        Answers answers = answers(broker, topics, System.nanoTime() + timeout.toNanos());
        return answers.untold.isEmpty() ? Optional.of(new TopicConfigs(answers.told)) : Optional.empty();
    }

    /**
     * Asks the broker, again and again where it does not answer: what is not known at a start would count as agreed. A topic whose
     * configuration may not be read is left out here, too.
     *
     * @param consumer what is being started
     * @throws StartException in one sentence that says what to do, if the broker did not tell in time
     */
    static TopicConfigs atStart(Admin admin, Collection<String> topics, String consumer, Duration timeout) {
        return atStart(broker(admin), topics, consumer, timeout);
    }

    static TopicConfigs atStart(Broker broker, Collection<String> topics, String consumer, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        Map<String, Map<String, String>> told = new HashMap<>();
        Collection<String> left = topics;
        try {
            while (!left.isEmpty()) {
                Answers answers = answers(broker, left, deadline);
                told.putAll(answers.told);
                left = answers.untold.keySet();
                if (!left.isEmpty() && deadline - System.nanoTime() <= PAUSE.toNanos()) {
                    throw untold(consumer, answers.untold);
                }
                if (!left.isEmpty()) {
                    TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException(consumer, "interrupted while asking how the topics are configured", e);
        }
        return new TopicConfigs(told);
    }

    private static StartException untold(String consumer, Map<String, Exception> untold) {
        String topic = untold.keySet().stream().sorted().findFirst().orElseThrow();
        Exception why = requireNonNull(untold.get(topic));
        return new StartException(
                consumer,
                "the broker did not tell in time how topic " + topic + " is configured (" + StartCheck.rootMessage(why)
                        + "); see whether it is well, and start again, with a longer startTimeout if it is slow",
                why);
    }

    private static Broker broker(Admin admin) {
        return topics -> admin.describeConfigs(topics).values();
    }

    private static Answers answers(Broker broker, Collection<String> topics, long deadline)
            throws InterruptedException {
        Answers answers = new Answers(new HashMap<>(), new HashMap<>());
        Map<ConfigResource, KafkaFuture<Config>> asked = broker.describe(topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList());
        for (Map.Entry<ConfigResource, KafkaFuture<Config>> each : asked.entrySet()) {
            String topic = each.getKey().name();
            try {
                long leftNanos = Math.max(0, deadline - System.nanoTime());
                answers.told.put(topic, values(each.getValue().get(leftNanos, TimeUnit.NANOSECONDS)));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("The configuration of {} cannot be read", topic, e);
                if (!(e.getCause() instanceof AuthorizationException)) {
                    answers.untold.put(topic, e);
                }
            }
        }
        return answers;
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

    /** Who is asked. */
    interface Broker {
        Map<ConfigResource, KafkaFuture<Config>> describe(Collection<ConfigResource> topics);
    }

    /** What was told, and why what may be read was not; a topic that may not be read is in neither. */
    private record Answers(Map<String, Map<String, String>> told, Map<String, Exception> untold) {}
}
