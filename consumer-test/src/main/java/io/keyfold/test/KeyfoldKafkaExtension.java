package io.keyfold.test;

import io.keyfold.schemas.TableContract;
import io.keyfold.test.broker.EmbeddedKafka;
import io.keyfold.test.broker.EmbeddedKafkaBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives JUnit 5 tests a real Kafka broker.
 *
 * <p>With {@code @ExtendWith(KeyfoldKafkaExtension.class)} a test takes a parameter {@link KeyfoldKafka}. One broker is
 * shared by all test classes of the JVM, also by parallel ones, and runs until the last has ended. In a test method or
 * a {@code @BeforeEach} the parameter is of that test, and its topics are deleted after it; in a constructor or a
 * {@code @BeforeAll} it is of the class.
 *
 * <p>With {@code @RegisterExtension static KeyfoldKafkaExtension kafka = KeyfoldKafkaExtension.builder()...build()} the
 * field itself can be asked too; topics created through it live as long as the class. A broker with settings, or one
 * that is to be stopped, is the class's own and ends with it.
 *
 * <p>Needs JUnit 5.13 or later, which closes what an extension has stored.
 */
public final class KeyfoldKafkaExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

    private static final Namespace SHARED = Namespace.create(KeyfoldKafkaExtension.class);
    private static final String BROKER = "broker";
    private static final String FIELD = "field";

    private final Namespace namespace;
    private final BrokerOwner owner;
    private final Map<String, String> brokerConfigs;
    private volatile @Nullable KeyfoldKafka current;

    /** Makes an extension over the broker that all test classes share. */
    public KeyfoldKafkaExtension() {
        this(BrokerOwner.ALL_TEST_CLASSES, Map.of());
    }

    private KeyfoldKafkaExtension(BrokerOwner owner, Map<String, String> brokerConfigs) {
        this.namespace = Namespace.create(KeyfoldKafkaExtension.class, this);
        this.owner = owner;
        this.brokerConfigs = Map.copyOf(brokerConfigs);
    }

    /** {@return a builder of an extension for {@code @RegisterExtension}} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * {@return the address for {@code bootstrap.servers}}
     *
     * @throws IllegalStateException if no test of the class has begun, or the broker met a fatal fault
     */
    public String bootstrapServers() {
        return kafka().bootstrapServers();
    }

    /**
     * {@return the id of the broker's cluster}
     *
     * @throws IllegalStateException if no test of the class has begun
     */
    public String clusterId() {
        return kafka().clusterId();
    }

    /**
     * {@return an admin client, shared by all tests; do not close it}
     *
     * @throws IllegalStateException if no test of the class has begun, or the broker met a fatal fault
     */
    public Admin admin() {
        return kafka().admin();
    }

    /**
     * {@return the real name of a new topic; see {@link KeyfoldKafka#createTopic(String, int)}}
     *
     * @param name what its name begins with
     * @param partitions how many partitions it has
     * @throws IllegalArgumentException if the name or the number is none that Kafka takes
     * @throws IllegalStateException if no test of the class has begun, or the broker does not create it
     */
    public String createTopic(String name, int partitions) {
        return kafka().createTopic(name, partitions);
    }

    /**
     * {@return the real name of a new topic; see {@link KeyfoldKafka#createTopic(String, int, Map)}}
     *
     * @param name what its name begins with
     * @param partitions how many partitions it has
     * @param configs its settings
     * @throws IllegalArgumentException if the name, the number or a setting is none that Kafka takes
     * @throws IllegalStateException if no test of the class has begun, or the broker does not create it
     */
    public String createTopic(String name, int partitions, Map<String, String> configs) {
        return kafka().createTopic(name, partitions, configs);
    }

    /**
     * {@return the contract with a new topic of its own; see {@link KeyfoldKafka#createTable(TableContract, int)}}
     *
     * @param contract what the topic is to hold
     * @param partitions how many partitions it has
     * @throws IllegalArgumentException if the number is none that Kafka takes
     * @throws IllegalStateException if no test of the class has begun, or the broker does not create it
     */
    public TableContract createTable(TableContract contract, int partitions) {
        return kafka().createTable(contract, partitions);
    }

    /**
     * {@return a name that nothing else in this JVM has; see {@link KeyfoldKafka#uniqueName(String)}}
     *
     * @param name what it begins with
     * @throws IllegalArgumentException if it is no legal beginning of a topic's name
     * @throws IllegalStateException if no test of the class has begun
     */
    public String uniqueName(String name) {
        return kafka().uniqueName(name);
    }

    /**
     * Stops the class's own broker; its data and port are kept.
     *
     * @throws IllegalStateException if no test of the class has begun, other classes share the broker, or it does not
     *     stop
     */
    public void stop() {
        kafka().stop();
    }

    /**
     * Starts the class's own broker again: same data, same port.
     *
     * @throws IllegalStateException if no test of the class has begun, other classes share the broker, or it does not
     *     start
     */
    public void restart() {
        kafka().restart();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        current = scoped(context, FIELD);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        // Found in the class's store if the field is static; else this test's own.
        current = scoped(context, FIELD);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == KeyfoldKafka.class;
    }

    @Override
    public KeyfoldKafka resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return scoped(context, context.getUniqueId());
    }

    private KeyfoldKafka kafka() {
        KeyfoldKafka kafka = current;
        if (kafka == null) {
            throw new IllegalStateException(
                    "Cannot use the broker: no test of the class has begun; ask in @BeforeAll, @BeforeEach or a test");
        }
        return kafka;
    }

    /** {@return what is stored under the key in this context or an outer one, or made for this context} */
    private KeyfoldKafka scoped(ExtensionContext context, String key) {
        EmbeddedKafka broker = broker(context);
        String testClass = context.getRequiredTestClass().getSimpleName();
        return context.getStore(namespace)
                .getOrComputeIfAbsent(key, unused -> TestScope.of(broker, owner, testClass), TestScope.class)
                .kafka();
    }

    private EmbeddedKafka broker(ExtensionContext context) {
        Store store = owner == BrokerOwner.ALL_TEST_CLASSES
                ? context.getRoot().getStore(SHARED)
                : context.getStore(namespace);
        return store.getOrComputeIfAbsent(BROKER, unused -> startBroker(), EmbeddedKafka.class);
    }

    private EmbeddedKafka startBroker() {
        EmbeddedKafkaBuilder builder = EmbeddedKafka.builder();
        brokerConfigs.forEach(builder::config);
        return builder.start();
    }

    /** What a test was given, kept by the store that closes it when the test or the class ends. */
    private record TestScope(KeyfoldKafka kafka, TestTopics topics) implements AutoCloseable {

        static TestScope of(EmbeddedKafka broker, BrokerOwner owner, String testClass) {
            TestTopics topics = new TestTopics(broker, testClass);
            return new TestScope(new KeyfoldKafka(broker, owner, topics), topics);
        }

        @Override
        public void close() {
            topics.deleteAll();
        }
    }

    /** Settings of a {@link KeyfoldKafkaExtension}. */
    public static final class Builder {

        private final Map<String, String> brokerConfigs = new LinkedHashMap<>();
        private BrokerOwner owner = BrokerOwner.ALL_TEST_CLASSES;

        private Builder() {}

        /**
         * Sets one broker setting, as {@link EmbeddedKafkaBuilder#config(String, String)} does. The class then has a
         * broker of its own.
         *
         * @param name the setting's name
         * @param value its value
         * @return this builder
         * @throws IllegalArgumentException if Kafka has no such broker setting, or the embedded broker must own it
         */
        public Builder brokerConfig(String name, String value) {
            EmbeddedKafka.builder().config(name, value);
            brokerConfigs.put(name, value);
            return ownBroker();
        }

        /**
         * Gives the class a broker of its own, which it may stop. Without this and without settings it has the shared
         * one.
         *
         * @return this builder
         */
        public Builder ownBroker() {
            owner = BrokerOwner.ONE_EXTENSION;
            return this;
        }

        /** {@return the extension; its broker starts before the first test} */
        public KeyfoldKafkaExtension build() {
            return new KeyfoldKafkaExtension(owner, brokerConfigs);
        }
    }
}
