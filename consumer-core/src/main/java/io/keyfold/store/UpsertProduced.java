package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.ColumnsReader;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.ValueFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * How a topology writes an upsert topic of its own, byte by byte as Flink's upsert sink would: whoever has the contract reads it as
 * a table, be it the same consumer.
 *
 * <pre>{@code
 * alerts.toStream().to(contract.topic(), UpsertProduced.of(contract));
 * }</pre>
 */
public final class UpsertProduced {

    private UpsertProduced() {}

    /**
     * {@return what writes rows of a table: each to its key's home partition, a null value as a tombstone}
     *
     * <p>A key or a value that does not fit the contract, or a value whose key columns are not the key's where it carries them, ends
     * the thread that writes it with an IllegalArgumentException that names the column.
     *
     * @param contract what the topic holds; of columns that a row does not name null is written
     */
    public static Produced<RowKey, ColumnValues> of(TableContract contract) {
        requireNonNull(contract, "contract");
        return Produced.with(keySerde(contract), valueSerde(contract), partitioner(contract));
    }

    /**
     * {@return the serde of a table's keys in its topic: the JSON that Flink writes}
     *
     * @param contract what the topic holds
     */
    @SuppressWarnings("NullAway") // Kafka's serdes take and give null for null, without saying so
    public static Serde<RowKey> keySerde(TableContract contract) {
        KeyCodec keys = KeyCodec.of(contract);
        return Serdes.serdeFrom(
                (topic, key) -> key == null ? null : keys.routingKey(key),
                (topic, bytes) -> bytes == null ? null : read(contract, keys.decode(bytes)));
    }

    private static RowKey read(TableContract contract, DecodedKey decoded) {
        if (decoded instanceof DecodedKey.Bad bad) {
            throw new IllegalArgumentException("Cannot decode a key of " + contract.name() + ": "
                    + bad.why().detail());
        }
        return ((DecodedKey.Good) decoded).key();
    }

    /**
     * {@return the serde of a table's values in its topic: the JSON that Flink writes, read into the columns that it carries}
     *
     * @param contract what the topic holds
     */
    @SuppressWarnings("NullAway") // as keySerde
    public static Serde<ColumnValues> valueSerde(TableContract contract) {
        ValueCodec values = ValueCodec.of(contract);
        ColumnsReader columns = ColumnsReader.of(contract);
        return Serdes.serdeFrom(
                (topic, row) -> row == null ? null : values.encode(row.asMap()),
                (topic, bytes) -> bytes == null ? null : columns.read(new RowJson(bytes)));
    }

    /** It alone sees a key beside its value before they are written. */
    @SuppressWarnings("removal") // the only method there is to implement
    private static StreamPartitioner<RowKey, ColumnValues> partitioner(TableContract contract) {
        KeyCodec keys = KeyCodec.of(contract);
        boolean carriesKey = contract.valueFields() == ValueFields.ALL;
        return (topic, key, value, partitions) -> {
            if (key == null) {
                throw new IllegalArgumentException("key: null (expected: that of a row of " + contract.name() + ")");
            }
            byte[] routingKey = keys.routingKey(key);
            if (value != null && carriesKey) {
                requireAgreement(contract, keys, key, value);
            }
            return Optional.of(Set.of(Homes.partition(routingKey, partitions)));
        };
    }

    private static void requireAgreement(TableContract contract, KeyCodec keys, RowKey key, ColumnValues value) {
        List<Object> own = new ArrayList<>();
        for (String name : contract.keyColumns()) {
            Object part = value.asMap().get(name);
            if (part == null) {
                throw new IllegalArgumentException("column " + name + ": null (expected: what the key has)");
            }
            own.add(part);
        }
        if (own.equals(key.values())) {
            return;
        }
        for (int i = 1; i <= own.size(); i++) { // equal values may differ as objects: 1.0 and 1.00
            byte[] leading = keys.storagePrefix(own.subList(0, i));
            if (!Arrays.equals(leading, keys.storagePrefix(key.values().subList(0, i)))) {
                throw new IllegalArgumentException(
                        "column " + contract.keyColumns().get(i - 1) + ": not the key's value (expected: the same)");
            }
        }
    }
}
