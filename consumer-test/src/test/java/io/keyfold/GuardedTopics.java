package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.TableSettings;
import io.keyfold.query.Answer;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.core.ConditionFactory;

/** A table's topics, and what one user may do with them: nothing, until it is granted. */
final class GuardedTopics {

    private static final String USER = "mirror";

    private final EmbeddedKafka broker;
    private final String consumer;
    private final TableContract contract;

    private GuardedTopics(EmbeddedKafka broker, String consumer, TableContract contract) {
        this.broker = broker;
        this.consumer = consumer;
        this.contract = contract;
    }

    /** Lets a session be short: what replaces a thread that died waits for its end. */
    static EmbeddedKafka startBroker() {
        return EmbeddedKafka.builder()
                .user(USER)
                .config("group.min.session.timeout.ms", "1000")
                .start();
    }

    /** Of other names than any before; nothing is granted, of whatever name. */
    static GuardedTopics make(EmbeddedKafka broker, int partitions) {
        revokeAll(broker, AclBindingFilter.ANY);
        String unique = UUID.randomUUID().toString();
        TableContract contract = TableContracts.named("dwd_order_item").withTopic("orders-" + unique);
        TopicEnds.create(
                broker.admin(),
                List.of(
                        new NewTopic(contract.topic(), partitions, (short) 1)
                                .configs(Map.of("cleanup.policy", "compact")),
                        new NewTopic(contract.topic() + ".dlq", 1, (short) 1)));
        return new GuardedTopics(broker, "mirror-" + unique, contract);
    }

    TableContract contract() {
        return contract;
    }

    String deadLetters() {
        return contract.topic() + ".dlq";
    }

    String group() {
        return consumer + "-" + contract.name();
    }

    Admin admin() {
        return broker.admin();
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    /** What a client comes as the user with: address and credentials. */
    Map<String, String> properties() {
        return broker.properties(USER);
    }

    /** Comes as the user. */
    UpsertConsumer consumer(Path stateDir) {
        return consumer(stateDir, TableSettings.of(contract));
    }

    /** Comes as the user. */
    UpsertConsumer consumer(Path stateDir, TableSettings table) {
        Map<String, String> properties = new HashMap<>(properties());
        String address = requireNonNull(properties.remove("bootstrap.servers"));
        properties.put("main.consumer.session.timeout.ms", "2000");
        properties.put("main.consumer.heartbeat.interval.ms", "500");
        return UpsertConsumer.builder(consumer)
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(address)
                .stateDir(stateDir)
                .instanceId("one")
                .table(table)
                .streamsOverrides(properties)
                .build();
    }

    UpsertTable<RowJson> table(UpsertConsumer consumer) {
        return consumer.table(contract.name());
    }

    /** A thread that dies of it is not the test's end. */
    private static ConditionFactory patiently() {
        return await().dontCatchUncaughtExceptions().atMost(TableUnderTest.PATIENCE);
    }

    void awaitFound(UpsertConsumer consumer, RowKey key) {
        patiently().until(() -> table(consumer).get(key) instanceof Answer.Found);
    }

    /** It is tried five times, and a thread that died is replaced when its session has ended. */
    Optional<String> awaitFailure(UpsertConsumer consumer) {
        return patiently()
                .atMost(TableUnderTest.PATIENCE.multipliedBy(2))
                .until(() -> table(consumer).status().failure(), Optional::isPresent);
    }

    /** It is tried again and again, and a table that waits is alive. */
    Optional<String> awaitWaiting(UpsertConsumer consumer) {
        return patiently().until(() -> table(consumer).status().waiting(), Optional::isPresent);
    }

    void awaitFirstTry(UpsertConsumer consumer) {
        patiently().until(() -> table(consumer).status().counts().deadLetters() > 0);
    }

    /** All that a mirror needs while no record is bad. */
    void grantReading() {
        grantReadingAlone();
        grant(ResourceType.TOPIC, deadLetters(), AclOperation.DESCRIBE);
    }

    /** All that a mirror needs whose dead letters go to files. */
    void grantReadingAlone() {
        grant(ResourceType.TOPIC, contract.topic(), AclOperation.READ);
        grant(ResourceType.GROUP, group(), AclOperation.READ);
    }

    void grantDeadLetters() {
        grant(ResourceType.TOPIC, deadLetters(), AclOperation.WRITE);
    }

    /** READ and WRITE imply DESCRIBE. */
    void grant(ResourceType type, String name, AclOperation operation) {
        grant(new ResourcePattern(type, name, PatternType.LITERAL), operation);
    }

    void grant(ResourcePattern resource, AclOperation operation) {
        AclBinding binding = new AclBinding(
                resource, new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW));
        TopicEnds.get(broker.admin().createAcls(List.of(binding)).all());
        patiently().until(() -> acls(broker, binding.toFilter()), granted -> granted.contains(binding));
    }

    void revoke(String name) {
        AclBindingFilter filter = new AclBindingFilter(
                new ResourcePatternFilter(ResourceType.ANY, name, PatternType.LITERAL), AccessControlEntryFilter.ANY);
        revokeAll(broker, filter);
    }

    /** The controller has decided before the broker, which is asked here, hears of it. */
    private static void revokeAll(EmbeddedKafka broker, AclBindingFilter filter) {
        TopicEnds.get(broker.admin().deleteAcls(List.of(filter)).all());
        patiently().until(() -> acls(broker, filter).isEmpty());
    }

    private static Collection<AclBinding> acls(EmbeddedKafka broker, AclBindingFilter filter) {
        return TopicEnds.get(broker.admin().describeAcls(filter).values());
    }
}
