package io.keyfold.benchmarks;

import io.keyfold.test.topic.TransactionMarkers;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes traffic to a topic as Flink's sink does: in transactions, with the producer settings of the published DDL. When
 * a method returns, readers of committed records can see what it wrote. For one thread.
 */
final class TopicWriter implements AutoCloseable {

    private static final int LINGER_MS = 50;
    private static final int BATCH_BYTES = 262_144;
    private static final int CHECKPOINT_RECORDS = 100_000;
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(15);

    private final String topic;
    private final Records records;
    private final PrintStream out;
    private final String transactionalId;
    private final KafkaProducer<byte[], byte[]> producer;
    private final TransactionMarkers markers;

    TopicWriter(String bootstrapServers, String topic, Records records, PrintStream out) {
        this.topic = topic;
        this.records = records;
        this.out = out;
        this.transactionalId = topic + "-" + UUID.randomUUID();
        this.producer = producer(bootstrapServers, transactionalId, LINGER_MS);
        this.markers = TransactionMarkers.at(bootstrapServers);
    }

    /** {@return a producer that is ready to begin a transaction} */
    static KafkaProducer<byte[], byte[]> producer(String bootstrapServers, String transactionalId, int lingerMs) {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        transactionalId,
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        Math.toIntExact(TRANSACTION_TIMEOUT.toMillis()),
                        ProducerConfig.LINGER_MS_CONFIG,
                        lingerMs,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        BATCH_BYTES),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    /** Writes records {@code from} .. {@code to}, exclusive, a transaction for every 100,000. */
    void write(long from, long to) {
        try (Progress progress = Progress.of("writing", to - from, out)) {
            for (long next = from; next < to; next += CHECKPOINT_RECORDS) {
                producer.beginTransaction();
                send(next, Math.min(to, next + CHECKPOINT_RECORDS), progress);
                commit();
            }
        }
    }

    /** Writes records {@code from} .. {@code to}, exclusive, in one transaction, and says nothing of it. */
    void writeQuietly(long from, long to) {
        producer.beginTransaction();
        send(from, to);
        commit();
    }

    /** As {@link #writeQuietly}, but those that would be deletes are updates as well. */
    void updateQuietly(long from, long to) {
        producer.beginTransaction();
        for (long record = from; record < to; record++) {
            send(record, records.value(record));
        }
        commit();
    }

    /**
     * Writes records {@code from} .. {@code to}, exclusive, in one transaction: a reader of committed records sees none
     * of them before it sees any.
     *
     * @return when its commit was begun, in ms of the wall clock
     */
    long writeAtOnce(long from, long to) {
        try (Progress progress = Progress.of("writing", to - from, out)) {
            producer.beginTransaction();
            send(from, to, progress);
            producer.flush();
        }
        long committed = System.currentTimeMillis();
        commit();
        return committed;
    }

    private void send(long from, long to, Progress progress) {
        for (long record = from; record < to; record++) {
            send(record, record + 1);
            progress.add(1);
        }
    }

    private void send(long from, long to) {
        for (long record = from; record < to; record++) {
            send(record, records.isDelete(record) ? null : records.value(record));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails with what a send failed with
    private void send(long record, byte @Nullable [] value) {
        producer.send(new ProducerRecord<>(topic, null, null, records.keyOf(record), value));
    }

    private void commit() {
        producer.commitTransaction();
        markers.await(transactionalId);
    }

    @Override
    public void close() {
        producer.close();
        markers.close();
    }
}
