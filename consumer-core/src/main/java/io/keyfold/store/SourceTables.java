package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.RecordReader;
import io.keyfold.codec.StoredRow;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** A consumer's tables as a user's topology sees them: the latest row per key, deletes as Kafka Streams has them. */
public final class SourceTables {

    private final List<Source> sources;

    /** One table and its node. */
    record Source(TableRun run, KTable<RowKey, StoredRow> table) {}

    SourceTables(List<Source> sources) {
        this.sources = List.copyOf(sources);
    }

    /**
     * {@return a table with values as they came}
     *
     * @param name the contract's name
     * @throws IllegalArgumentException if there is none of that name
     */
    @SuppressWarnings("NullAway") // Kafka Streams takes a null for "no row", without saying so
    public KTable<RowKey, Row<RowJson>> table(String name) {
        return source(name)
                .table()
                .mapValues(
                        (key, stored) -> stored.isRow() ? stored.withKey(key) : null,
                        Materialized.with(keySerde(name), rowSerde(name)));
    }

    /**
     * {@return a table with values read into a record; the record's serde, where one is needed, is the user's}
     *
     * @param name the contract's name
     * @param type a public record, bound as {@code UpsertTable.as} says
     * @param <T> the record
     * @throws IllegalArgumentException if there is no such table, or the record does not fit it
     */
    public <T extends Record> KTable<RowKey, T> table(String name, Class<T> type) {
        RecordReader<T> reader = RecordReader.of(source(name).run().contract(), requireNonNull(type, "type"));
        return table(name).mapValues(row -> reader.read(row).value());
    }

    /**
     * {@return the serde of a table's keys: order-preserving bytes}
     *
     * @param name the contract's name
     */
    public Serde<RowKey> keySerde(String name) {
        return TableTypes.typed(source(name).run().task()).keys();
    }

    /**
     * {@return the serde of a table's rows}
     *
     * @param name the contract's name
     */
    public Serde<Row<RowJson>> rowSerde(String name) {
        return RowSerde.of(source(name).run().task());
    }

    /**
     * {@return what sends a key to the partition that it has in the table's topic; a foreign-key join needs it of the table
     * that it looks rows up in: {@code TableJoined.with(null, tables.partitioner("users"))}}
     *
     * <p>Take a left join, and leave out what has no right row: an inner one of Kafka Streams 4.4.0 can keep a row for ever
     * whose left side changes just as its right side is deleted.
     *
     * @param name the contract's name
     * @param <V> any value
     */
    @SuppressWarnings("removal") // the only method there is to implement
    public <V> StreamPartitioner<RowKey, V> partitioner(String name) {
        TableTask task = source(name).run().task();
        // A left join has no key of a row that refers to none, or that is gone: its answer comes from any partition.
        return (topic, key, value, partitions) -> key == null
                ? Optional.empty()
                : Optional.of(Set.of(Homes.partition(task.keys().routingKey(key), partitions)));
    }

    private Source source(String name) {
        requireNonNull(name, "name");
        return sources.stream()
                .filter(source -> source.run().contract().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("table: " + name + " (expected: one of "
                        + sources.stream()
                                .map(source -> source.run().contract().name())
                                .toList()
                        + ")"));
    }
}
