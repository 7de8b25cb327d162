package io.keyfold.test.broker;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What one broker is configured with: defaults for tests, then the user's settings, then what the broker must own. */
final class BrokerSettings {

    static final int NODE_ID = 1;
    static final String CLIENT_LISTENER = "PLAINTEXT";
    static final String CONTROLLER_LISTENER = "CONTROLLER";
    static final String USERS_LISTENER = "USERS";

    /**
     * Kafka's own defaults are made for machines: 50 partitions of two internal topics, 128 MB for the cleaner, which looks
     * for something to clean every 15 s: a test of compaction waits for it twice. A broker session below 3 s was seen to fence a healthy broker on a busy machine; at Kafka's 9 s a restart waits for
     * it.
     */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("background.threads", "2"),
            Map.entry("broker.heartbeat.interval.ms", "500"),
            Map.entry("broker.session.timeout.ms", "3000"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("log.cleaner.backoff.ms", "100"),
            Map.entry("log.cleaner.dedupe.buffer.size", "4194304"),
            Map.entry("num.io.threads", "4"),
            Map.entry("num.network.threads", "2"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"));

    private static final Set<String> OWNED = Set.of(
            "advertised.listeners",
            "broker.id",
            "controller.listener.names",
            "controller.quorum.bootstrap.servers",
            "controller.quorum.voters",
            "inter.broker.listener.name",
            "listener.security.protocol.map",
            "listeners",
            "log.dir",
            "log.dirs",
            "metadata.log.dir",
            "node.id",
            "process.roles",
            "security.inter.broker.protocol");

    private final Map<String, String> configs;
    private final Map<String, String> users;

    BrokerSettings(Map<String, String> configs) {
        this(configs, Map.of());
    }

    /** With users, by name with their passwords, who may do what ACLs allow them; others may do everything. */
    BrokerSettings(Map<String, String> configs, Map<String, String> users) {
        this.configs = Map.copyOf(configs);
        this.users = new TreeMap<>(users);
    }

    /** {@return the name, if a user may set it} */
    static String requireSettable(String name) {
        requireNonNull(name, "name");
        if (OWNED.contains(name)) {
            throw new IllegalArgumentException(
                    "config: " + name + " (expected: a setting that the embedded broker does not own)");
        }
        if (!KraftNode.settingNames().contains(name)) {
            throw new IllegalArgumentException("config: " + name + " (expected: a Kafka broker setting)");
        }
        return name;
    }

    Properties toProperties(DataDirectory data, BrokerPorts ports) {
        Properties properties = new Properties();
        properties.putAll(DEFAULTS);
        properties.putAll(configs);
        properties.put("process.roles", "broker,controller");
        properties.put("node.id", Integer.toString(NODE_ID));
        properties.put("listeners", ports.listeners(CLIENT_LISTENER, CONTROLLER_LISTENER));
        properties.put("advertised.listeners", CLIENT_LISTENER + "://" + ports.bootstrapServers());
        properties.put(
                "listener.security.protocol.map", CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        properties.put("inter.broker.listener.name", CLIENT_LISTENER);
        properties.put("controller.listener.names", CONTROLLER_LISTENER);
        properties.put("controller.quorum.voters", NODE_ID + "@" + ports.controllerAddress());
        properties.put("log.dirs", data.path().toString());
        if (!users.isEmpty()) {
            addUsers(properties, ports);
        }
        return properties;
    }

    private void addUsers(Properties properties, BrokerPorts ports) {
        String listener = USERS_LISTENER + "://" + ports.usersAddress();
        properties.merge("listeners", listener, BrokerSettings::joined);
        properties.merge("advertised.listeners", listener, BrokerSettings::joined);
        properties.merge("listener.security.protocol.map", USERS_LISTENER + ":SASL_PLAINTEXT", BrokerSettings::joined);
        String prefix = "listener.name." + USERS_LISTENER.toLowerCase(Locale.ROOT) + ".";
        properties.put(prefix + "sasl.enabled.mechanisms", "PLAIN");
        properties.put(
                prefix + "plain.sasl.jaas.config",
                users.entrySet().stream()
                        .map(user -> " user_" + user.getKey() + "=\"" + user.getValue() + "\"")
                        .collect(Collectors.joining(
                                "", "org.apache.kafka.common.security.plain.PlainLoginModule required", ";")));
        properties.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        properties.put("super.users", "User:ANONYMOUS");
    }

    /** What a client of that name logs in with. */
    Map<String, String> clientProperties(String user, BrokerPorts ports) {
        String password = users.get(requireNonNull(user, "user"));
        if (password == null) {
            throw new IllegalArgumentException("user: " + user + " (expected: one of " + users.keySet() + ")");
        }
        return Map.of(
                "bootstrap.servers",
                ports.usersAddress(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user + "\" password=\""
                        + password + "\";");
    }

    private static Object joined(Object first, Object second) {
        return first + "," + second;
    }
}
