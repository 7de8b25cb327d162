package io.keyfold.test.topic;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic that a test writes as Flink's upsert-kafka sink would: outside or inside of transactions. */
public final class UpsertTopic extends UpsertWriter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final TableContract contract;
    private final UpsertRecords records;
    private final KafkaProducer<byte[], byte[]> producer;

    private UpsertTopic(
            String bootstrapServers,
            TableContract contract,
            UpsertRecords records,
            KafkaProducer<byte[], byte[]> producer) {
        super(contract.topic(), records, producer);
        this.bootstrapServers = bootstrapServers;
        this.contract = contract;
        this.records = records;
        this.producer = producer;
    }

    /**
     * {@return a writer of the contract's topic, which must exist}
     *
     * @param bootstrapServers where the broker is
     * @param contract what the topic holds
     */
    public static UpsertTopic open(String bootstrapServers, TableContract contract) {
        requireNonNull(contract, "contract");
        return new UpsertTopic(
                bootstrapServers,
                contract,
                new UpsertRecords(contract),
                producer(Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.LINGER_MS_CONFIG,
                        0)));
    }

    static KafkaProducer<byte[], byte[]> producer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * {@return a new transaction, open until it is committed, aborted or closed}
     */
    public UpsertTransaction begin() {
        return begin(contract.topic() + "-" + UUID.randomUUID());
    }

    /**
     * {@return a new transaction, open until it is committed, aborted or closed}
     *
     * @param transactionalId its id; an open transaction of the same id is aborted, as by a restarted job
     */
    public UpsertTransaction begin(String transactionalId) {
        return UpsertTransaction.begin(bootstrapServers, contract, transactionalId);
    }

    /**
     * Returns when the log holds no trace of these keys: compaction has removed their rows, and their tombstones when the
     * topic's {@code delete.retention.ms} was over. Needs a topic as {@link FastCompaction} configures it.
     *
     * <p>Meanwhile it deletes, in each partition, a key that no row has: the cleaner passes over a log without new records. A
     * table is not changed by that. Keys are known by the bytes that Flink writes for them.
     *
     * @param keys which were deleted, or never written
     * @throws IllegalStateException if there are traces after a minute, telling where
     * @throws IllegalArgumentException if the key has no column with room for keys that no row has; use the other method
     */
    public void awaitForgotten(RowKey... keys) {
        List<byte[]> filler = FillerKeys.of(contract, records, partitions());
        awaitForgotten(topic -> filler.forEach(key -> topic.raw(key, null)), keys);
    }

    /**
     * Returns as {@link #awaitForgotten(RowKey...)} does, with a filler of the caller's own.
     *
     * @param filler called again and again in the caller's thread, about every 150 ms; must write to every partition
     * @param keys which were deleted, or never written
     * @throws IllegalStateException if there are traces after a minute, telling where
     */
    public void awaitForgotten(Consumer<? super UpsertTopic> filler, RowKey... keys) {
        awaitForgotten(filler, PATIENCE, keys);
    }

    void awaitForgotten(Consumer<? super UpsertTopic> filler, Duration patience, RowKey... keys) {
        requireNonNull(filler, "filler");
        List<byte[]> bytes = Stream.of(keys).map(records::key).toList();
        try (TracesOfKeys traces =
                new TracesOfKeys(bootstrapServers, contract.topic(), partitions(), bytes, patience)) {
            traces.awaitNone(() -> filler.accept(this));
        }
    }

    private int partitions() {
        return producer.partitionsFor(contract.topic()).size();
    }

    /** Closes the producer; open transactions stay open. */
    @Override
    public void close() {
        producer.close();
    }
}
