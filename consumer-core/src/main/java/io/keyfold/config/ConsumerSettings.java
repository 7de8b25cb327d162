package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Everything a consumer is told, checked.
 *
 * @param name the consumer's name; instances of one name share the work
 * @param bootstrapServers Kafka's {@code host:port,…}
 * @param stateDir where tables are kept on disk
 * @param instanceId this instance's name among those that share the work; empty for one kept in {@code stateDir}
 * @param streamThreads threads that read, a table
 * @param startTimeout how long {@code start()} waits for the broker
 * @param store how the tables are kept
 * @param peers how its instances ask each other
 * @param tables at least one
 * @param streamsOverrides raw Kafka properties, applied last
 */
public record ConsumerSettings(
        String name,
        String bootstrapServers,
        Path stateDir,
        Optional<String> instanceId,
        int streamThreads,
        Duration startTimeout,
        StoreSettings store,
        PeerSettings peers,
        List<TableSettings> tables,
        Map<String, String> streamsOverrides) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private static final String CHANGELOG_RETENTION = "topic.delete.retention.ms";

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    private static final int LONGEST_TOPIC_NAME = 249;

    /** The Kafka properties that Keyfold must own: with another value a promise of its would not hold. */
    private static final Set<String> OWNED = Set.of(
            "application.id",
            "application.server",
            "auto.offset.reset",
            "bootstrap.servers",
            "default.client.supplier",
            "enable.auto.commit",
            "enable.idempotence",
            "enable.transactional.statestores",
            "group.id",
            "group.instance.id",
            "group.protocol",
            "isolation.level",
            "num.stream.threads",
            "processing.exception.handler",
            "processing.guarantee",
            "processor.wrapper.class",
            "production.exception.handler",
            "state.dir",
            "statestore.cache.max.bytes",
            "topology.optimization",
            "transactional.id");

    private static final List<String> CLIENT_PREFIXES =
            List.of("main.consumer.", "restore.consumer.", "global.consumer.", "consumer.", "producer.", "admin.");

    /** Refuses settings that cannot work. */
    public ConsumerSettings {
        if (!NAME.matcher(requireNonNull(name, "name")).matches()) {
            throw new IllegalArgumentException("name: " + name + " (expected: 1 .. 100 letters, digits, ., _ or -)");
        }
        if (requireNonNull(bootstrapServers, "bootstrapServers").isBlank()) {
            throw new IllegalArgumentException("bootstrapServers: none (expected: host:port, comma-separated)");
        }
        requireNonNull(stateDir, "stateDir");
        instanceId.ifPresent(id -> {
            if (!NAME.matcher(id).matches()) {
                throw new IllegalArgumentException(
                        "instanceId: " + id + " (expected: 1 .. 100 letters, digits, ., _ or -)");
            }
        });
        if (streamThreads < 1) {
            throw new IllegalArgumentException("streamThreads: " + streamThreads + " (expected: 1 or more)");
        }
        if (startTimeout.isNegative() || startTimeout.isZero()) {
            throw new IllegalArgumentException("startTimeout: " + startTimeout + " (expected: more than PT0S)");
        }
        requireNonNull(store, "store");
        requireNonNull(peers, "peers");
        tables = List.copyOf(tables);
        checkTables(name, tables);
        checkDeadLetterFiles(stateDir, tables);
        if (store.materialization() == Materialization.CHANGELOG) {
            checkTopicsDiffer(tables);
        }
        streamsOverrides = Map.copyOf(streamsOverrides);
        checkRetention(streamsOverrides.getOrDefault(CHANGELOG_RETENTION, "0"));
        checkOverrides(streamsOverrides);
    }

    private static void checkTables(String consumer, List<TableSettings> tables) {
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("tables: none (expected: at least one)");
        }
        Set<String> names = new HashSet<>();
        Set<String> sources = new HashSet<>();
        for (TableSettings table : tables) {
            sources.add(table.contract().topic());
            String changelog = changelog(consumer, table.contract().name());
            if (changelog.length() > LONGEST_TOPIC_NAME) {
                throw new IllegalArgumentException("name: " + consumer + " (expected: one so short that " + changelog
                        + " has at most " + LONGEST_TOPIC_NAME + " letters)");
            }
            if (!names.add(table.contract().name())) {
                throw new IllegalArgumentException(
                        "tables: " + table.contract().name() + " twice (expected: each name once)");
            }
        }
        for (TableSettings table : tables) {
            table.deadLetters().topic().filter(sources::contains).ifPresent(topic -> {
                throw new IllegalArgumentException("deadLetterTopic of "
                        + table.contract().name() + ": " + topic + " (expected: a topic that no table reads)");
            });
        }
    }

    /** A state directory may be lost or thrown away as a whole: its rows come back, the letters would not. */
    private static void checkDeadLetterFiles(Path stateDir, List<TableSettings> tables) {
        Path state = stateDir.toAbsolutePath().normalize();
        for (TableSettings table : tables) {
            table.deadLetters().files().map(DeadLetters.Files::directory).ifPresent(directory -> {
                if (directory.toAbsolutePath().normalize().startsWith(state)) {
                    throw new IllegalArgumentException("deadLetterFiles of "
                            + table.contract().name() + ": " + directory
                            + " (expected: a directory outside the state directory " + stateDir + ")");
                }
            });
        }
    }

    /** One Kafka Streams application can read a topic into one table only. */
    private static void checkTopicsDiffer(List<TableSettings> tables) {
        Set<String> topics = new HashSet<>();
        for (TableSettings table : tables) {
            if (!topics.add(table.contract().topic())) {
                throw new IllegalArgumentException("tables: two of topic "
                        + table.contract().topic() + " (expected: one a topic, with the materialization CHANGELOG)");
            }
        }
    }

    /** As Kafka Streams calls it: application id, store, changelog. */
    private static String changelog(String consumer, String table) {
        return consumer + "-" + table + "-" + table + "-changelog";
    }

    /** It decides how old a local copy may be. */
    private static void checkRetention(String milliseconds) {
        if (!DIGITS.matcher(milliseconds).matches()) {
            throw new IllegalArgumentException(
                    "streamsOverrides: " + CHANGELOG_RETENTION + " (expected: milliseconds, 0 or more)");
        }
    }

    private static void checkOverrides(Map<String, String> overrides) {
        for (String key : new TreeSet<>(overrides.keySet())) {
            String bare = CLIENT_PREFIXES.stream()
                    .filter(key::startsWith)
                    .findFirst()
                    .map(prefix -> key.substring(prefix.length()))
                    .orElse(key);
            if (OWNED.contains(bare)) {
                throw new IllegalArgumentException(
                        "streamsOverrides: " + key + " (expected: a property that Keyfold does not own itself)");
            }
        }
    }

    /** {@return the settings without the values of raw properties, which may be credentials} */
    @Override
    public String toString() {
        return "ConsumerSettings[name=" + name + ", bootstrapServers=" + bootstrapServers + ", stateDir=" + stateDir
                + ", instanceId=" + instanceId + ", streamThreads=" + streamThreads + ", startTimeout=" + startTimeout
                + ", store=" + store + ", address=" + peers.address() + ", tables="
                + tables.stream().map(table -> table.contract().name()).toList()
                + ", streamsOverrides=" + new TreeSet<>(streamsOverrides.keySet()) + "]";
    }
}
