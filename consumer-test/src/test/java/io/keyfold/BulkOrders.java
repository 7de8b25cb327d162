package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.row.RowKey;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes many order items fast: numbered rows of about 200 bytes, in large batches, confirmed by {@link #flush()}. */
final class BulkOrders implements AutoCloseable {

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    BulkOrders(String bootstrapServers, String topic) {
        this.topic = topic;
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        ProducerConfig.LINGER_MS_CONFIG,
                        20,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        256 << 10,
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        32L << 20),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    static RowKey key(int number) {
        return RowKey.of(String.format("A%08d", number), "I02");
    }

    /** Each version of a row has other digits, and is about 200 bytes long. */
    static String value(int number, int version) {
        String order = TableModel.order(key(number));
        return "{\"order_id\":\"" + order + "\",\"item_id\":\"I02\",\"user_id\":\"U" + number % 9973
                + "\",\"sku_id\":\""
                + Long.toHexString(0x9E3779B97F4A7C15L * (31L * version + number)) + "\",\"quantity\":" + version
                + ",\"amount\":" + number % 1000
                + ".25,\"order_status\":\"PAID\",\"update_time\":\"2024-01-15 10:40:00.001\"}";
    }

    void upsert(int number, int version) {
        send(TableModel.keyJson(key(number)), value(number, version));
    }

    void upsert(int from, int to, int version) {
        for (int number = from; number < to; number++) {
            upsert(number, version);
        }
    }

    void tombstone(int number) {
        send(TableModel.keyJson(key(number)), null);
    }

    void text(RowKey key, String value) {
        send(TableModel.keyJson(key), value);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told the same
    private void send(String key, @Nullable String value) {
        producer.send(
                new ProducerRecord<>(topic, null, key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8)),
                (written, failed) -> {
                    if (failed != null) {
                        failure.compareAndSet(null, failed);
                    }
                });
    }

    /** Returns when the broker has them all. */
    void flush() {
        producer.flush();
        Exception failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("Cannot write to " + topic + ": " + failed.getMessage(), failed);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
