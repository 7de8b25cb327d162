package io.keyfold.crash;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a topic's committed records as text, from the first on. For one thread. */
public final class CommittedReader implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(50);

    private final KafkaConsumer<String, String> consumer;

    public CommittedReader(String bootstrapServers, String topic, int partitions) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new StringDeserializer(),
                new StringDeserializer());
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** Those that are there now, or a little later, and were not told before. */
    public ConsumerRecords<String, String> next() {
        return consumer.poll(WAIT);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
