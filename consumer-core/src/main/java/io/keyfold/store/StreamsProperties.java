package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** A consumer's settings as Kafka Streams' properties; the user's own overrides come last. */
final class StreamsProperties {

    /** A member that is gone for longer loses its partitions to the others. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration HEARTBEAT = Duration.ofSeconds(3);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,10}");
    private static final long SHORTEST_PAUSE_MS = 500;
    private static final long LONGEST_PAUSE_MS = 5_000;

    /** What a crash of a mirror leaves to be read again, at the most. */
    private static final Duration MIRROR_COMMIT_INTERVAL = Duration.ofSeconds(1);

    /** Kafka's least. */
    private static final Duration PROBING_INTERVAL = Duration.ofMinutes(1);

    /** Kafka's default. */
    private static final long BUFFER_BYTES = 32L * 1024 * 1024;

    /** A restore brings rows in by the batch: larger ones are faster, and let more records supersede each other. */
    private static final int RESTORE_RECORDS = 10_000;

    private static final int RESTORE_PARTITION_FETCH_BYTES = 4 << 20;

    private StreamsProperties() {}

    static Map<String, String> of(
            StreamsApp.Setup setup, String applicationId, MessageLimits limits, Changelogs changelogs) {
        ConsumerSettings settings = setup.settings();
        Map<String, String> properties = new HashMap<>();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, setup.stateDir().toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, Integer.toString(settings.streamThreads()));
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        store(properties, setup, limits, changelogs);
        // An aborted row must be neither read nor restored.
        for (String consumer : new String[] {"main.consumer.", "restore.consumer.", "global.consumer."}) {
            properties.put(consumer + ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        }
        properties.put("main.consumer." + ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // Static membership: a restart within the session timeout moves no partition and waits for nobody.
        properties.put("main.consumer." + ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, setup.instanceId());
        properties.put("main.consumer." + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, ms(SESSION_TIMEOUT));
        properties.put("main.consumer." + ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, ms(HEARTBEAT));
        properties.put("restore.consumer." + ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(RESTORE_RECORDS));
        properties.put(
                "restore.consumer." + ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                Integer.toString(RESTORE_PARTITION_FETCH_BYTES));
        properties.put("producer." + ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(limits.requestBytes()));
        properties.put(
                "producer." + ProducerConfig.BUFFER_MEMORY_CONFIG,
                Long.toString(Math.max(BUFFER_BYTES, 2L * limits.requestBytes())));
        settings.peers()
                .address()
                .ifPresent(address -> properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, address.toString()));
        properties.putAll(settings.streamsOverrides());
        return properties;
    }

    private static void store(
            Map<String, String> properties, StreamsApp.Setup setup, MessageLimits limits, Changelogs changelogs) {
        if (setup.settings().store().materialization() == Materialization.CHANGELOG) {
            // The store, its changelog, what is derived, the dead letters and the position move in one transaction.
            properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
            properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, "true");
            // Said, and not left to the broker's default: how old a copy may be depends on it.
            long madeWithMs = Changelog.madeWithMs(setup.settings());
            properties.put("topic." + TopicConfig.DELETE_RETENTION_MS_CONFIG, Long.toString(madeWithMs));
            // A stock store of a derived topology that is older would keep deleted entries for ever. Ours look for
            // themselves. Half, as for them: the other half is for the time that a restore takes.
            properties.put(
                    StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG,
                    Long.toString(Math.max(1, changelogs.leastRetentionMs(madeWithMs) / 2)));
        } else {
            // Rows and their offset are in one batch: what is read again is skipped.
            properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
            properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, ms(MIRROR_COMMIT_INTERVAL));
            if (!limits.hasDeadLetterTopic()) {
                // Nothing is sent: the producer need not ask for a right that nobody has granted.
                properties.put("producer." + ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "false");
            }
        }
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        properties.put(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, Long.toString(setup.uncommittedBytes()));
        // A new instance warms its copies up and takes over at the next of these; Kafka's default is ten minutes.
        properties.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, ms(PROBING_INTERVAL));
    }

    /**
     * For how long this process may stand still and still be sure that nobody has its partitions: of the time from a heartbeat that is just
     * not sent to the end of the session, what leaves the rest for noticing; five seconds at the most.
     */
    static Duration longestPause(Map<String, String> overrides) {
        long session = ms(overrides, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT);
        long heartbeat = ms(overrides, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT);
        long pause = (session - heartbeat) * 5 / 7;
        return Duration.ofMillis(Math.max(SHORTEST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, pause)));
    }

    private static long ms(Map<String, String> overrides, String name, Duration usual) {
        for (String prefix : new String[] {"main.consumer.", "consumer.", ""}) {
            String value = overrides.get(prefix + name);
            if (value != null && NUMBER.matcher(value.strip()).matches()) {
                return Long.parseLong(value.strip()); // what is none is refused at the start, in Kafka's words
            }
        }
        return usual.toMillis();
    }

    private static String ms(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
