package io.keyfold.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A consumer of the topic's committed records as bytes, without a group, at Kafka's defaults. For one thread. */
final class BareConsumer implements AutoCloseable {

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<TopicPartition> partitions;
    private final Map<TopicPartition, Long> ends;

    private BareConsumer(String bootstrapServers, String topic) {
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        this.partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        this.ends = consumer.endOffsets(partitions);
    }

    /** {@return one that will read everything} */
    static BareConsumer ofWhole(Assignment assignment) {
        BareConsumer bare = new BareConsumer(assignment.bootstrapServers(), assignment.topic());
        bare.consumer.seekToBeginning(bare.partitions);
        return bare;
    }

    /** {@return one that will read what is committed from now on} */
    static BareConsumer fromNow(String bootstrapServers, String topic) {
        BareConsumer bare = new BareConsumer(bootstrapServers, topic);
        bare.ends.forEach(bare.consumer::seek);
        return bare;
    }

    ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        return consumer.poll(timeout);
    }

    /** {@return whether everything was read that was there when it was made} */
    boolean isAtEnd() {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
