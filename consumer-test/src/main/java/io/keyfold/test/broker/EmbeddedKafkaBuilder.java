package io.keyfold.test.broker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings of an {@link EmbeddedKafka}. Not for use by several threads. */
public final class EmbeddedKafkaBuilder {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,100}");

    private final Map<String, String> configs = new LinkedHashMap<>();
    private final Map<String, String> users = new LinkedHashMap<>();
    private @Nullable Path dataDir;
    private OptionalInt port = OptionalInt.empty();

    EmbeddedKafkaBuilder() {}

    /**
     * Sets one broker setting, as in {@code server.properties}; it wins over the defaults for tests.
     *
     * <p>Those defaults: replication factor 1 and 4 partitions for {@code __consumer_offsets} and
     * {@code __transaction_state}, no delay of a group's first rebalance, no automatic topics, a broker session of
     * 3 s, a log cleaner that looks for work every 100 ms, and small caches and thread pools.
     *
     * @param name the setting's name
     * @param value its value
     * @return this builder
     * @throws IllegalArgumentException if Kafka has no such broker setting, or the embedded broker must own it (node
     *     id, roles, listeners, directories)
     */
    public EmbeddedKafkaBuilder config(String name, String value) {
        configs.put(BrokerSettings.requireSettable(name), requireNonNull(value, "value"));
        return this;
    }

    /**
     * Keeps the data in this directory, also after {@link EmbeddedKafka#close()}; a broker started over it again
     * sees the same topics. Without it the data lives in a temporary directory.
     *
     * @param directory the directory, made if it is absent; one broker at a time
     * @return this builder
     */
    public EmbeddedKafkaBuilder dataDir(Path directory) {
        dataDir = requireNonNull(directory, "directory");
        return this;
    }

    /**
     * Listens on this port. Without it a free port below the ephemeral range is picked.
     *
     * @param wanted the port
     * @return this builder
     * @throws IllegalArgumentException if it is no port
     */
    public EmbeddedKafkaBuilder port(int wanted) {
        if (wanted < 1 || wanted > 65535) {
            throw new IllegalArgumentException("port: " + wanted + " (expected: 1 .. 65535)");
        }
        port = OptionalInt.of(wanted);
        return this;
    }

    /**
     * Lets a user log in, at {@link EmbeddedKafka#properties(String)}, who may do what ACLs allow and nothing else.
     * Whoever comes by {@link EmbeddedKafka#bootstrapServers()} may do everything, such as grant it.
     *
     * @param name letters, digits, {@code _} or {@code -}; ACLs name it {@code User:<name>}
     * @return this builder
     * @throws IllegalArgumentException if it is no such name
     */
    public EmbeddedKafkaBuilder user(String name) {
        if (!NAME.matcher(requireNonNull(name, "name")).matches()) {
            throw new IllegalArgumentException("user: " + name + " (expected: 1 .. 100 letters, digits, _ or -)");
        }
        users.put(name, UUID.randomUUID().toString());
        return this;
    }

    /**
     * {@return a running broker}
     *
     * @throws IllegalStateException if the port is taken, the directory is in use or not writable, or the broker
     *     does not come up
     */
    public EmbeddedKafka start() {
        DataDirectory data = dataDir == null ? DataDirectory.temporary() : DataDirectory.kept(dataDir);
        BrokerPorts ports;
        try {
            ports = BrokerPorts.pick(port);
        } catch (IllegalStateException taken) {
            data.release();
            throw taken;
        }
        return EmbeddedKafka.start(new BrokerSettings(configs, users), data, ports, port);
    }
}
