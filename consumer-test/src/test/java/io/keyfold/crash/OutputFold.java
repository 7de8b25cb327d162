package io.keyfold.crash;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What a reader of the derived topic's committed records has: the last value of each key. For one thread. */
final class OutputFold implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(50);

    private final KafkaConsumer<String, String> consumer;
    private final Map<String, String> rows = new TreeMap<>();

    OutputFold(String bootstrapServers, String topic, int partitions) {
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

    /** What is there now, or a little later. */
    Map<String, String> rows() {
        consumer.poll(WAIT).forEach(record -> {
            if (record.value() == null) {
                rows.remove(record.key());
            } else {
                rows.put(record.key(), record.value());
            }
        });
        return rows;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
