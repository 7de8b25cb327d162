package io.keyfold.risk.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a topic's committed records as text, from the first on, each once. For one thread. */
final class TopicReader implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(100);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

    private final KafkaConsumer<String, String> consumer;
    private final List<TopicPartition> partitions;

    TopicReader(String bootstrapServers, String topic, int partitions) {
        this.partitions = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new StringDeserializer(),
                new StringDeserializer());
        consumer.assign(this.partitions);
        consumer.seekToBeginning(this.partitions);
    }

    /** Gives all that is committed now and was not given before, in the order of each partition. */
    void readOn(Consumer<ConsumerRecord<String, String>> visitor) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (partitions.stream()
                .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
            assertThat(System.nanoTime()).as("the end of what is committed").isLessThan(deadline);
            consumer.poll(WAIT).forEach(visitor);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
