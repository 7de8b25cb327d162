package io.keyfold.test.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowKey;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows and deletes as Flink's upsert-kafka sink does: its key bytes, its value bytes, its partitions. Every
 * method returns when the broker has the record.
 *
 * <p>For one thread at a time.
 */
public abstract sealed class UpsertWriter permits UpsertTopic, UpsertTransaction {

    private final String topic;
    private final UpsertRecords records;
    private final Producer<byte[], byte[]> producer;

    UpsertWriter(String topic, UpsertRecords records, Producer<byte[], byte[]> producer) {
        this.topic = topic;
        this.records = records;
        this.producer = producer;
    }

    /**
     * {@return where a new value of a row was written}
     *
     * @param columns the values of all columns, in the contract's order, null where a column is null
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public final RecordPosition upsert(@Nullable Object... columns) {
        return upsert(records.row(columns));
    }

    /**
     * {@return where a new value of a row was written}
     *
     * @param row values by column; a column that is missing is null
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public final RecordPosition upsert(Map<String, ? extends @Nullable Object> row) {
        return raw(records.key(row), records.value(row));
    }

    /**
     * {@return where a delete was written}
     *
     * @param key the values of all key columns, in the contract's order
     * @throws IllegalArgumentException if a value does not fit its column
     */
    public final RecordPosition tombstone(Object... key) {
        return raw(records.key(RowKey.of(key)), null);
    }

    /**
     * {@return where these texts were written as they are}
     *
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     */
    public final RecordPosition rawText(@Nullable String key, @Nullable String value) {
        return raw(key == null ? null : key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8));
    }

    /**
     * {@return where these bytes were written as they are}
     *
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     */
    public final RecordPosition raw(byte @Nullable [] key, byte @Nullable [] value) {
        return send(new ProducerRecord<>(topic, null, null, key, value));
    }

    /**
     * {@return where these bytes were written as they are, in a partition and with a timestamp of the caller's choice}
     *
     * @param partition the partition
     * @param timestampMs the record's timestamp in ms, 0 or more
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     */
    public final RecordPosition rawAt(int partition, long timestampMs, byte @Nullable [] key, byte @Nullable [] value) {
        return send(new ProducerRecord<>(topic, partition, timestampMs, key, value));
    }

    private RecordPosition send(ProducerRecord<byte[], byte[]> record) {
        try {
            RecordMetadata written = requireNonNull(producer.send(record)).get();
            return new RecordPosition(written.topic(), written.partition(), written.offset());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot write to " + topic + ": interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = requireNonNullElse(e.getCause(), e);
            throw new IllegalStateException("Cannot write to " + topic + ": " + cause.getMessage(), cause);
        }
    }
}
