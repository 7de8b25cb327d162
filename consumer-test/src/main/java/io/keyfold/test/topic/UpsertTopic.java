package io.keyfold.test.topic;

import static java.util.Objects.requireNonNull;

import io.keyfold.schemas.TableContract;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic that a test writes as Flink's upsert-kafka sink would: outside or inside of transactions. */
public final class UpsertTopic extends UpsertWriter implements AutoCloseable {

    private final String bootstrapServers;
    private final TableContract contract;
    private final KafkaProducer<byte[], byte[]> producer;

    private UpsertTopic(String bootstrapServers, TableContract contract, KafkaProducer<byte[], byte[]> producer) {
        super(contract.topic(), new UpsertRecords(contract), producer);
        this.bootstrapServers = bootstrapServers;
        this.contract = contract;
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

    /** Closes the producer; open transactions stay open. */
    @Override
    public void close() {
        producer.close();
    }
}
