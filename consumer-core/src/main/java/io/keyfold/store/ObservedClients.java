package io.keyfold.store;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * Kafka's clients, with the main consumer's position noted after each poll. Only the reader itself knows how far it
 * is: group offsets and listings of lag do not see aborted tails or running tasks.
 */
final class ObservedClients implements KafkaClientSupplier {

    private final TableRuns runs;
    private final BooleanSupplier leaving;

    /**
     * Clients for one run.
     *
     * @param runs its tables
     * @param leaving whether the thread that closes a main consumer leaves the group for good
     */
    ObservedClients(TableRuns runs, BooleanSupplier leaving) {
        this.runs = runs;
        this.leaving = leaving;
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new ObservedConsumer(config, runs, leaving);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new RestoreConsumer(config, runs);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
