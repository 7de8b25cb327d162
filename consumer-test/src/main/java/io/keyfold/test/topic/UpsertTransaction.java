package io.keyfold.test.topic;

import static java.util.Objects.requireNonNull;

import io.keyfold.schemas.TableContract;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Transactions on an upsert topic, one after the other, with a producer of its own. Closing it while one is open aborts
 * that one. When a method that ends a transaction returns, its markers are written: readers can see what it decided.
 */
public final class UpsertTransaction extends UpsertWriter implements AutoCloseable {

    /** As the DDL that Flink users copy has it: long enough to be forgotten open. */
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    private final KafkaProducer<byte[], byte[]> producer;
    private final TransactionMarkers markers;
    private final String transactionalId;
    private boolean open = true;

    private UpsertTransaction(
            TableContract contract,
            KafkaProducer<byte[], byte[]> producer,
            TransactionMarkers markers,
            String transactionalId) {
        super(contract.topic(), new UpsertRecords(contract), producer);
        this.producer = producer;
        this.markers = markers;
        this.transactionalId = transactionalId;
    }

    static UpsertTransaction begin(String bootstrapServers, TableContract contract, String transactionalId) {
        KafkaProducer<byte[], byte[]> producer = UpsertTopic.producer(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                requireNonNull(transactionalId, "transactionalId"),
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Math.toIntExact(TIMEOUT.toMillis()),
                ProducerConfig.LINGER_MS_CONFIG,
                0));
        try {
            producer.initTransactions();
            producer.beginTransaction();
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        return new UpsertTransaction(contract, producer, TransactionMarkers.at(bootstrapServers), transactionalId);
    }

    /** Makes what was written visible to readers of committed records, and ends. */
    public void commit() {
        producer.commitTransaction();
        end();
    }

    /** Leaves what was written in the log, visible to nobody who reads committed records, and ends. */
    public void abort() {
        producer.abortTransaction();
        end();
    }

    /** Commits as {@link #commit()} and begins the next transaction, as a sink does at a checkpoint. */
    public void checkpoint() {
        producer.commitTransaction();
        markers.await(transactionalId);
        producer.beginTransaction();
    }

    /** Aborts as {@link #abort()} and begins the next transaction, as a job does that fails and is restarted. */
    public void rollBack() {
        producer.abortTransaction();
        markers.await(transactionalId);
        producer.beginTransaction();
    }

    /** Drops the producer as a crash would: the transaction stays open and holds back readers of committed records. */
    public void abandon() {
        open = false;
        producer.close(Duration.ZERO);
        markers.close();
    }

    private void end() {
        open = false;
        try {
            markers.await(transactionalId);
        } finally {
            markers.close();
            producer.close();
        }
    }

    @Override
    public void close() {
        if (open) {
            abort();
        }
    }
}
