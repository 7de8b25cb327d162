package io.keyfold.micronaut.config;

import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.error.StartException;
import io.micronaut.context.env.Environment;
import io.micronaut.core.naming.conventions.StringConvention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the user set under {@code keyfold.*}.
 *
 * <p>Micronaut makes {@code dwd-order-item} of {@code dwd_order_item} and lower case of upper; below {@code tables} and
 * {@code streams-overrides} names are therefore read as they stand in the configuration. An environment variable has no
 * such name and cannot set those.
 *
 * @param consumer the consumer's name
 * @param bootstrapServers Kafka's {@code host:port,…}
 * @param stateDir see {@link io.keyfold.UpsertConsumerBuilder#stateDir(Path)}
 * @param instanceId see {@link io.keyfold.UpsertConsumerBuilder#instanceId(String)}
 * @param streamThreads see {@link io.keyfold.UpsertConsumerBuilder#streamThreads(int)}
 * @param startTimeout see {@link io.keyfold.UpsertConsumerBuilder#startTimeout(Duration)}
 * @param materialization see {@link io.keyfold.UpsertConsumerBuilder#materialization(Materialization)}
 * @param storeMemoryBytes see {@link io.keyfold.UpsertConsumerBuilder#storeMemoryBytes(long)}
 * @param changeLogBytes see {@link io.keyfold.UpsertConsumerBuilder#changeLogBytes(long)}
 * @param tables at least one
 * @param streamsOverrides raw Kafka properties
 */
record KeyfoldSettings(
        String consumer,
        String bootstrapServers,
        Optional<Path> stateDir,
        Optional<String> instanceId,
        Optional<Integer> streamThreads,
        Optional<Duration> startTimeout,
        Optional<Materialization> materialization,
        Optional<Long> storeMemoryBytes,
        Optional<Long> changeLogBytes,
        List<TableSettings> tables,
        Map<String, String> streamsOverrides) {

    private static final String PREFIX = "keyfold";
    private static final String TABLES = "tables";
    private static final String CHANGES = "changes";
    private static final Set<String> CHANGES_NAMES = Set.of("heartbeat", "log-bytes");
    private static final String STREAMS_OVERRIDES = "streams-overrides";
    private static final Set<String> NAMES = Set.of(
            "consumer",
            "bootstrap-servers",
            "state-dir",
            "instance-id",
            "stream-threads",
            "start-timeout",
            "materialization",
            "store-memory-bytes",
            "secret", // KeyfoldSecret reads it
            "peers", // the package peer does
            CHANGES,
            TABLES,
            STREAMS_OVERRIDES,
            "security",
            "api-keys",
            "limits",
            "access-log",
            "metrics");

    /**
     * Reads the settings.
     *
     * @throws StartException naming the setting that is missing or unknown
     */
    static KeyfoldSettings in(Environment environment) {
        String application = ApplicationName.in(environment);
        TypedSetting.refuseUnknown(environment, PREFIX, NAMES);
        String bootstrapServers = get(environment, "bootstrap-servers", String.class, "host:port")
                .filter(servers -> !servers.isBlank())
                .orElseThrow(() -> new StartException(
                        application, "keyfold.bootstrap-servers is not set; set it to host:port of a Kafka broker"));
        Map<String, Object> tables = environment.getProperties(PREFIX + "." + TABLES, StringConvention.RAW);
        if (tables.isEmpty()) {
            throw new StartException(
                    application, "keyfold.tables names no table; set keyfold.tables.<name>.contract for at least one");
        }
        return new KeyfoldSettings(
                get(environment, "consumer", String.class, "a name").orElse(application),
                bootstrapServers,
                get(environment, "state-dir", Path.class, "a path"),
                get(environment, "instance-id", String.class, "a name"),
                get(environment, "stream-threads", Integer.class, "a whole number"),
                get(environment, "start-timeout", Duration.class, "a duration such as 20s"),
                get(environment, "materialization", Materialization.class, "SOURCE_TOPIC or CHANGELOG"),
                get(environment, "store-memory-bytes", Long.class, "a whole number of bytes"),
                changeLogBytes(environment),
                ConfiguredTables.allIn(tables, application),
                texts(environment.getProperties(PREFIX + "." + STREAMS_OVERRIDES, StringConvention.RAW)));
    }

    private static Optional<Long> changeLogBytes(Environment environment) {
        TypedSetting.refuseUnknown(environment, PREFIX + "." + CHANGES, CHANGES_NAMES);
        get(environment, CHANGES + ".heartbeat", Duration.class, "a duration such as 15s"); // not for the consumer
        return get(environment, CHANGES + ".log-bytes", Long.class, "a whole number of bytes");
    }

    private static <T> Optional<T> get(Environment environment, String name, Class<T> type, String expected) {
        return TypedSetting.in(environment, PREFIX + "." + name, type, expected);
    }

    private static Map<String, String> texts(Map<String, Object> raw) {
        Map<String, String> texts = new LinkedHashMap<>();
        raw.forEach((name, value) -> texts.put(name, String.valueOf(value)));
        return texts;
    }

    /** Raw Kafka properties hold passwords: their names alone are told. */
    @Override
    public String toString() {
        return "KeyfoldSettings[consumer=" + consumer + ", bootstrapServers=" + bootstrapServers + ", tables="
                + tables.stream().map(table -> table.contract().name()).toList() + ", streamsOverrides="
                + streamsOverrides.keySet() + "]";
    }
}
