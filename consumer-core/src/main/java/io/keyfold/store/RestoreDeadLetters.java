package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Sends the dead letters of restores, where Kafka Streams has no producer to offer. They are confirmed before the
 * store's offset moves; one that was sent before says so in a header. The producer is made with the first letter, for
 * most restores have none. Any thread.
 */
final class RestoreDeadLetters implements AutoCloseable {

    private static final String PREFIX = "producer.";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final Map<String, String> streams;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * Nothing is connected yet.
     *
     * @param streams the properties of the Kafka Streams application
     */
    RestoreDeadLetters(Map<String, String> streams) {
        this.streams = Map.copyOf(streams);
    }

    Sending begin(String topic) {
        return new Sending(topic);
    }

    /** The letters of one batch. */
    final class Sending {

        private final String topic;
        private final List<Future<RecordMetadata>> sent = new ArrayList<>();

        private Sending(String topic) {
            this.topic = topic;
        }

        void send(ProducerRecord<byte[], byte[]> letter) {
            sent.add(producer().send(letter));
        }

        /** Returns when all are written; whether there were any. */
        boolean await() {
            for (Future<RecordMetadata> letter : sent) {
                try {
                    letter.get();
                } catch (InterruptedException e) {
                    throw new InterruptException(e);
                } catch (ExecutionException e) {
                    throw new DeadLetterException(topic, requireNonNull(e.getCause()));
                }
            }
            return !sent.isEmpty();
        }
    }

    private synchronized Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> made = producer;
        if (made == null) {
            made = new KafkaProducer<>(config(), new ByteArraySerializer(), new ByteArraySerializer());
            producer = made;
        }
        return made;
    }

    private Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>();
        streams.forEach((name, value) -> {
            if (!name.contains(".consumer.") && !name.startsWith("consumer.") && !name.startsWith("admin.")) {
                config.putIfAbsent(name, value);
            }
        });
        streams.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                config.remove(name);
                config.put(name.substring(PREFIX.length()), value);
            }
        });
        config.put("client.id", streams.get(StreamsConfig.APPLICATION_ID_CONFIG) + "-restore-dead-letters");
        config.put("acks", "all");
        return config;
    }

    /** What waits has lost its thread by then, and is sent again by the next. */
    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(CLOSE_TIMEOUT);
            producer = null;
        }
    }
}
