package io.keyfold.test;

import static java.util.Objects.requireNonNull;

import io.keyfold.schemas.TableContract;
import io.keyfold.test.broker.EmbeddedKafka;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The broker as one test sees it: an address, and topics that no other test has.
 *
 * <p>Comes from {@link KeyfoldKafkaExtension}. Every name it gives out is used once in the JVM. When the test ends, the
 * topics it created are deleted, and so is every topic whose name begins with such a name and a dash or a dot: give
 * {@link #uniqueName(String)} to Kafka Streams as {@code application.id}, and its internal topics go too. May be used
 * from any thread.
 */
public final class KeyfoldKafka {

    private final EmbeddedKafka broker;
    private final BrokerOwner owner;
    private final TestTopics topics;

    KeyfoldKafka(EmbeddedKafka broker, BrokerOwner owner, TestTopics topics) {
        this.broker = broker;
        this.owner = owner;
        this.topics = topics;
    }

    /**
     * {@return the address for {@code bootstrap.servers}}
     *
     * @throws IllegalStateException if the broker met a fatal fault
     */
    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** {@return the id of the broker's cluster} */
    public String clusterId() {
        return broker.clusterId();
    }

    /**
     * {@return an admin client, shared by all tests; do not close it}
     *
     * @throws IllegalStateException if the broker met a fatal fault
     */
    public Admin admin() {
        return broker.admin();
    }

    /**
     * {@return the real name of a new topic with the broker's defaults, for example
     * {@code dwd_order_item-OrderItemIT-7}}
     *
     * @param name what its name begins with
     * @param partitions how many partitions it has
     * @throws IllegalArgumentException if the name or the number is none that Kafka takes
     * @throws IllegalStateException if the broker does not create it
     */
    public String createTopic(String name, int partitions) {
        return createTopic(name, partitions, Map.of());
    }

    /**
     * {@return the real name of a new topic, for example {@code dwd_order_item-OrderItemIT-7}; it is ready for use}
     *
     * @param name what its name begins with
     * @param partitions how many partitions it has
     * @param configs its settings, for example {@code cleanup.policy}
     * @throws IllegalArgumentException if the name or the number is none that Kafka takes
     * @throws IllegalStateException if the broker does not create it
     */
    public String createTopic(String name, int partitions, Map<String, String> configs) {
        requireNonNull(configs, "configs");
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions: " + partitions + " (expected: 1 or more)");
        }
        NewTopic topic = new NewTopic(uniqueName(name), Optional.of(partitions), Optional.empty());
        topics.create(topic.configs(configs));
        return topic.name();
    }

    /**
     * {@return the contract with a new, compacted topic of its own; its dead-letter topic {@code <topic>.dlq} is there
     * too}
     *
     * @param contract what the topic is to hold
     * @param partitions how many partitions it has
     * @throws IllegalArgumentException if the number is none that Kafka takes
     * @throws IllegalStateException if the broker does not create it
     */
    public TableContract createTable(TableContract contract, int partitions) {
        return createTable(contract, partitions, Map.of());
    }

    /**
     * {@return the contract with a new topic of its own; its dead-letter topic {@code <topic>.dlq} is there too}
     *
     * @param contract what the topic is to hold
     * @param partitions how many partitions it has
     * @param configs the topic's settings, such as {@link io.keyfold.test.topic.FastCompaction} gives; it is compacted where
     *     they do not say otherwise
     * @throws IllegalArgumentException if the number or a setting is none that Kafka takes
     * @throws IllegalStateException if the broker does not create it
     */
    public TableContract createTable(TableContract contract, int partitions, Map<String, String> configs) {
        requireNonNull(contract, "contract");
        Map<String, String> all = new HashMap<>(configs);
        all.putIfAbsent(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        String topic = createTopic(contract.name(), partitions, all);
        // A dead letter bears its record's timestamp, by which the broker's retention would judge it.
        topics.create(new NewTopic(topic + ".dlq", Optional.of(1), Optional.empty())
                .configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, "-1")));
        return contract.withTopic(topic);
    }

    /**
     * {@return a name that nothing else in this JVM has, for an application id, a group or a transactional id}
     *
     * @param name what it begins with: letters, digits, dot, dash and underscore, as in a topic's name
     * @throws IllegalArgumentException if it has other characters or none
     */
    public String uniqueName(String name) {
        return topics.uniqueName(requireNonNull(name, "name"));
    }

    /**
     * Stops the broker in good order; its data and port are kept.
     *
     * @throws IllegalStateException if other test classes share it, or it does not stop
     */
    public void stop() {
        owner.requireAlone("stop");
        broker.stop();
    }

    /**
     * Starts the broker again, after stopping it if it runs: same data, same port.
     *
     * @throws IllegalStateException if other test classes share it, or it does not start
     */
    public void restart() {
        owner.requireAlone("restart");
        broker.restart();
    }

    /** Shows the broker's address and state. */
    @Override
    public String toString() {
        return "KeyfoldKafka(" + broker + ")";
    }
}
