package io.keyfold.test.recording;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a plain consumer reads of a real topic, partition by partition, up to its end at the time of the call. */
final class TopicLog {

    /** A record without its offset, comparable by contents. */
    record Entry(int partition, long timestampMs, Optional<String> key, Optional<String> value) {

        static Entry of(RecordedRecord record) {
            return new Entry(
                    record.partition(),
                    record.timestampMs(),
                    record.key().map(Entry::hex),
                    record.value().map(Entry::hex));
        }

        static Entry of(ConsumerRecord<byte[], byte[]> record) {
            return new Entry(
                    record.partition(),
                    record.timestamp(),
                    Optional.ofNullable(record.key()).map(Entry::hex),
                    Optional.ofNullable(record.value()).map(Entry::hex));
        }

        private static String hex(byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private TopicLog() {}

    static List<Entry> readCommitted(String bootstrapServers, String topic) {
        return read(bootstrapServers, topic, "read_committed");
    }

    static List<Entry> readUncommitted(String bootstrapServers, String topic) {
        return read(bootstrapServers, topic, "read_uncommitted");
    }

    private static List<Entry> read(String bootstrapServers, String topic, String isolation) {
        Map<String, Object> configs = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                isolation,
                "auto.offset.reset",
                "earliest",
                "fetch.max.wait.ms",
                "20");
        List<Entry> entries = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(configs, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!isAt(ends, consumer)) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("no end of " + topic + " after " + PATIENCE);
                }
                consumer.poll(Duration.ofMillis(100)).forEach(record -> entries.add(Entry.of(record)));
            }
        }
        entries.sort(Comparator.comparingInt(Entry::partition));
        return entries;
    }

    private static boolean isAt(Map<TopicPartition, Long> ends, Consumer<byte[], byte[]> consumer) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
