package io.keyfold.crash;

import static java.util.Objects.requireNonNullElse;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the window of a mirror: a consumer calls it when Kafka has its offsets, before Kafka Streams tells the stores.
 * Public because Kafka makes it by name. Belongs to its consumer's thread.
 */
public final class CommitWindowInterceptor implements ConsumerInterceptor<byte[], byte[]> {

    private final Map<TopicPartition, NavigableSet<Long>> uncommitted = new HashMap<>();

    /** Made by Kafka. */
    public CommitWindowInterceptor() {}

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        records.forEach(record -> uncommitted
                .computeIfAbsent(new TopicPartition(record.topic(), record.partition()), p -> new TreeSet<>())
                .add(record.offset()));
        return records;
    }

    /** Offsets that move past markers alone leave nothing that a store could lack. */
    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<String, Long> lacking = new HashMap<>();
        for (Map.Entry<TopicPartition, OffsetAndMetadata> committed : offsets.entrySet()) {
            NavigableSet<Long> now = requireNonNullElse(uncommitted.get(committed.getKey()), new TreeSet<Long>())
                    .headSet(committed.getValue().offset(), false);
            if (!now.isEmpty()) {
                lacking.put(
                        committed.getKey().topic() + "/" + committed.getKey().partition(), now.last());
                now.clear();
            }
        }
        CommitWindow.open(lacking);
    }

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
}
