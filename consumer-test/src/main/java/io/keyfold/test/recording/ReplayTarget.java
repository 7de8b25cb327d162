package io.keyfold.test.recording;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real topic that recorded records are written to. */
record ReplayTarget(String bootstrapServers, String topic) {

    private static final String MAX_BLOCK_MS = "15000";

    /** As the recorded sink had it, and as much as a broker takes by default. */
    private static final String TRANSACTION_TIMEOUT_MS = "900000";

    /** {@return the topic, if it is there and has enough partitions} */
    static ReplayTarget of(String bootstrapServers, String topic, int partitions) {
        requireNonNull(bootstrapServers, "bootstrapServers");
        requireNonNull(topic, "realTopic");
        ReplayTarget target = new ReplayTarget(bootstrapServers, topic);
        int existing;
        try (Producer<byte[], byte[]> producer = target.producer()) {
            existing = producer.partitionsFor(topic).size();
        } catch (KafkaException failure) {
            throw target.failure(failure);
        }
        if (existing < partitions) {
            throw new IllegalArgumentException("realTopic: " + topic + " with " + existing + " partitions (expected: "
                    + partitions + " or more, as recorded)");
        }
        return target;
    }

    Producer<byte[], byte[]> producer() {
        return producer(Map.of());
    }

    /** {@return a producer that has ended what an earlier one of the same id left open; no transaction is begun} */
    Producer<byte[], byte[]> transactionalProducer(String recordedId) {
        Producer<byte[], byte[]> producer = producer(Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                transactionalId(recordedId),
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                TRANSACTION_TIMEOUT_MS));
        producer.initTransactions();
        return producer;
    }

    /** {@return the transactional id of this topic's replay that stands for a recorded one} */
    String transactionalId(String recorded) {
        return topic + "." + recorded;
    }

    /** Hands the record to the producer, for its recorded partition and with its recorded timestamp. */
    Future<RecordMetadata> send(Producer<byte[], byte[]> producer, RecordedRecord record) {
        return producer.send(new ProducerRecord<>(
                topic,
                record.partition(),
                record.timestampMs(),
                record.key().orElse(null),
                record.value().orElse(null)));
    }

    IllegalStateException failure(Throwable cause) {
        return new IllegalStateException(
                "Cannot play to topic " + topic + " at " + bootstrapServers + ": " + cause.getMessage(), cause);
    }

    private Producer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> configs = new HashMap<>(more);
        configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        return new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
