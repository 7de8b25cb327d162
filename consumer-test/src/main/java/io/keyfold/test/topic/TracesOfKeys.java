package io.keyfold.test.topic;

import io.keyfold.row.RecordPosition;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a topic's log still holds of some keys, committed or not. For one thread. */
final class TracesOfKeys implements AutoCloseable {

    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(150);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);

    private final String topic;
    private final Set<ByteBuffer> keys = new HashSet<>();
    private final List<TopicPartition> partitions;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Duration patience;

    /** What one look found. */
    private record Traces(List<RecordPosition> rows, List<RecordPosition> tombstones, long records) {

        boolean isNone() {
            return rows.isEmpty() && tombstones.isEmpty();
        }
    }

    TracesOfKeys(
            String bootstrapServers, String topic, int partitionCount, Collection<byte[]> keys, Duration patience) {
        this.topic = topic;
        keys.forEach(key -> this.keys.add(ByteBuffer.wrap(key)));
        this.partitions = IntStream.range(0, partitionCount)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        this.patience = patience;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_uncommitted"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /**
     * Returns when nothing is left.
     *
     * @param filler called again and again: the cleaner passes over a log without new records, whatever has expired in it
     * @throws IllegalStateException if something is left when the patience has ended, telling what
     */
    void awaitNone(Runnable filler) {
        consumer.assign(partitions);
        long started = System.nanoTime();
        int rounds = 0;
        boolean isOver = false;
        while (!isOver) {
            isOver = System.nanoTime() - started > patience.toNanos();
            filler.run();
            rounds++;
            Traces traces = look();
            if (traces.isNone()) {
                return;
            }
            if (isOver) {
                throw new IllegalStateException(failure(traces, rounds));
            }
            pause();
        }
    }

    private Traces look() {
        long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        List<RecordPosition> rows = new ArrayList<>();
        List<RecordPosition> tombstones = new ArrayList<>();
        long records = 0;
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "Cannot read " + topic + " to its end: not reached after " + READ_TIMEOUT);
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                records++;
                if (record.key() != null && keys.contains(ByteBuffer.wrap(record.key()))) {
                    (record.value() == null ? tombstones : rows)
                            .add(new RecordPosition(topic, record.partition(), record.offset()));
                }
            }
        }
        return new Traces(rows, tombstones, records);
    }

    private String failure(Traces traces, int rounds) {
        return "Cannot see the keys forgotten by " + topic + ": after " + patience + " and " + rounds
                + " rounds of filler its log has " + traces.records() + " records, among them their rows at "
                + traces.rows() + " and tombstones at " + traces.tombstones()
                + "; see that they were deleted, that the topic is configured as FastCompaction says, and that the "
                + "broker's log.cleaner.backoff.ms is short";
    }

    private void pause() {
        LockSupport.parkNanos(BETWEEN_ROUNDS.toNanos());
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot see keys forgotten by " + topic + ": interrupted");
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
