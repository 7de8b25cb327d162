package io.keyfold.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.StreamsConfig;

/** Makes consumers that read beside a run's readers: in no group, as that run's restore consumer is configured. */
final class SideConsumer {

    private SideConsumer() {}

    /**
     * One that has no partitions yet; whoever asked closes it.
     *
     * @param streams the run's properties
     * @param clientId by which brokers know it
     * @param overrides what it needs to have otherwise
     */
    static KafkaConsumer<byte[], byte[]> of(
            Map<String, String> streams, String clientId, Map<String, Object> overrides) {
        Properties properties = new Properties();
        properties.putAll(streams);
        Map<String, Object> config = new HashMap<>(new StreamsConfig(properties).getRestoreConsumerConfigs(clientId));
        config.putAll(overrides);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
