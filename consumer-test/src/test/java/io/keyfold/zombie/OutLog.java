package io.keyfold.zombie;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** All that a reader of committed records has seen of a topic of one partition, by key, in order. For one thread. */
final class OutLog implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(50);

    private final KafkaConsumer<String, String> consumer;
    private final Map<String, List<Optional<String>>> values = new TreeMap<>();

    OutLog(String bootstrapServers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new StringDeserializer(),
                new StringDeserializer());
        List<TopicPartition> all = List.of(new TopicPartition(topic, 0));
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** What is there now, or a little later; empty for a delete. */
    Map<String, List<Optional<String>>> values() {
        for (ConsumerRecord<String, String> record : consumer.poll(WAIT)) {
            values.computeIfAbsent(record.key(), key -> new ArrayList<>()).add(Optional.ofNullable(record.value()));
        }
        return values;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
