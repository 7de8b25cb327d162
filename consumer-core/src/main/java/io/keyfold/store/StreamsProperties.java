package io.keyfold.store;

import io.keyfold.config.ConsumerSettings;
import io.keyfold.schemas.TableContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** A consumer's settings as Kafka Streams' properties; the user's own overrides come last. */
final class StreamsProperties {

    /** A member that is gone for longer loses its partitions to the others. */
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration HEARTBEAT = Duration.ofSeconds(3);

    /** Kafka's default. */
    private static final long BUFFER_BYTES = 32L * 1024 * 1024;

    private StreamsProperties() {}

    static Map<String, String> of(
            ConsumerSettings settings, TableContract contract, String instanceId, Path stateDir, MessageLimits limits) {
        Map<String, String> properties = new HashMap<>();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.name() + "-" + contract.name());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, Integer.toString(settings.streamThreads()));
        // The store, its changelog, the dead letters and the position move in one transaction.
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        // An aborted row must be neither read nor restored.
        for (String consumer : new String[] {"main.consumer.", "restore.consumer.", "global.consumer."}) {
            properties.put(consumer + ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        }
        properties.put("main.consumer." + ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // Static membership: a restart within the session timeout moves no partition and waits for nobody.
        properties.put("main.consumer." + ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instanceId);
        properties.put("main.consumer." + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, ms(SESSION_TIMEOUT));
        properties.put("main.consumer." + ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, ms(HEARTBEAT));
        properties.put("producer." + ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(limits.requestBytes()));
        properties.put(
                "producer." + ProducerConfig.BUFFER_MEMORY_CONFIG,
                Long.toString(Math.max(BUFFER_BYTES, 2L * limits.requestBytes())));
        properties.putAll(settings.streamsOverrides());
        return properties;
    }

    private static String ms(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
