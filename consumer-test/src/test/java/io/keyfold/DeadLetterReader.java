package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads a dead-letter topic of one partition as its users do: committed records only. */
final class DeadLetterReader implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Deque<ConsumerRecord<byte[], byte[]>> waiting = new ArrayDeque<>();

    /** One dead letter. */
    @SuppressWarnings("ArrayRecordComponent")
    record Letter(byte @Nullable [] key, byte @Nullable [] value, Map<String, String> headers) {}

    DeadLetterReader(String bootstrapServers, String topic) {
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        TopicPartition partition = new TopicPartition(topic, 0);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    Letter next() {
        await().atMost(TableUnderTest.PATIENCE).until(() -> {
            consumer.poll(Duration.ofMillis(100)).forEach(waiting::add);
            return !waiting.isEmpty();
        });
        ConsumerRecord<byte[], byte[]> record = waiting.remove();
        Map<String, String> headers = new HashMap<>();
        record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
        return new Letter(record.key(), record.value(), headers);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
