package io.keyfold.cases;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the dead-letter topic of the run, committed records only. */
final class CaseLetters implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicPartition partition;

    CaseLetters(String bootstrapServers, String topic) {
        partition = new TopicPartition(topic, 0);
        consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    /** Those that nobody asked for yet: waits for as many as were counted, and takes what else is there. */
    List<CaseLetter> next(long counted) {
        List<CaseLetter> letters = new ArrayList<>();
        await().atMost(CaseRun.PATIENCE).until(() -> {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> letters.add(CaseLetter.of(record)));
            return letters.size() >= counted && consumer.position(partition) >= end();
        });
        return letters;
    }

    private long end() {
        return consumer.endOffsets(List.of(partition)).values().iterator().next();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
