package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.RecordReader;
import io.keyfold.codec.StoredRow;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.schemas.TableContract;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
     * {@return what a table's topic holds, with the topic that it is read from}
     *
     * @param name the contract's name
     * @throws IllegalArgumentException if there is none of that name
     */
    public TableContract contract(String name) {
        return source(name).run().contract();
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

    /**
     * {@return why rows of a partition may have been deleted upstream, as it is now; empty while every delete is known to have been
     * seen, and of a partition of which {@link #position} knows nothing}
     *
     * <p>Cheap; any thread, also while the topology runs.
     *
     * @param name the contract's name
     * @param partition of the table's topic
     */
    public Optional<StaleMark> stale(String name, int partition) {
        return open(name, partition).flatMap(PartitionProgress::stale);
    }

    /**
     * {@return the next offset of a partition that is to be folded into this instance's copy: all below is in the table, and has been
     * handed to what is derived from it on the thread that reads; empty if this instance does not read the partition, or not yet}
     *
     * <p>Cheap; any thread, also while the topology runs. While a record is being processed it is not yet beyond it.
     *
     * @param name the contract's name
     * @param partition of the table's topic
     */
    public OptionalLong position(String name, int partition) {
        Optional<PartitionProgress> here = open(name, partition);
        if (here.isEmpty()) {
            return OptionalLong.empty();
        }
        long folded = here.get().nextToFold();
        // The reader's own passes what leaves no record, and is not known before its first poll.
        return OptionalLong.of(here.get()
                .position()
                .map(read -> Math.max(folded, read.position()))
                .orElse(folded));
    }

    /**
     * {@return whether this instance has read a partition, since it has it, as far as the topic was at some moment since; false if it
     * does not read the partition}
     *
     * <p>Cheap; any thread, also while the topology runs.
     *
     * @param name the contract's name
     * @param partition of the table's topic
     */
    public boolean isCaughtUp(String name, int partition) {
        return open(name, partition).filter(PartitionProgress::isCaughtUp).isPresent();
    }

    /**
     * {@return the partitions of a table's topic}
     *
     * @param name the contract's name
     */
    public int partitionCount(String name) {
        return source(name).run().source().partitionCount();
    }

    private Optional<PartitionProgress> open(String name, int partition) {
        return source(name).run().task().progress().of(partition).filter(PartitionProgress::isOpen);
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
