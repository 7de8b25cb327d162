package io.keyfold.test.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.UpsertTable;
import io.keyfold.UpsertTables;
import io.keyfold.change.ChangeFeed;
import io.keyfold.config.TableSettings;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.DerivedTopology;
import io.keyfold.store.SourceTables;
import io.keyfold.store.TableTopology;
import io.keyfold.store.UpsertProduced;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * Tables with changelogs and what a user's topology derives from them, without a broker, on Kafka Streams' TopologyTestDriver: the
 * real topology, fold and stores, one partition each, every record through the whole of it before its method returns. For one thread.
 *
 * <p>A topic that the topology writes and that is one of the tables too is read at once.
 *
 * <p>Its clock stands still until it is moved; records bear its time unless they are given another. Whether a table is stale goes by
 * the real clock. What it cannot show: partitions, transactions, restarts, compaction, a desk.
 */
public final class TopologyDriver implements AutoCloseable {

    private final Path stateDir;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final TableTopology topology;
    private final TopologyTestDriver driver;
    private @Nullable SourceTables sources;
    private Instant now;

    private record Table(
            UpsertRecords records, ChangeFeed feed, UpsertTable<RowJson> table, TestInputTopic<byte[], byte[]> topic) {}

    private TopologyDriver(DerivedTopology derived, List<TableSettings> settings, Instant start, Path stateDir) {
        this.stateDir = stateDir;
        this.now = start;
        Map<String, ChangeFeed> feeds = new LinkedHashMap<>();
        settings.forEach(table -> {
            String name = table.contract().name();
            feeds.put(name, new ChangeFeed(name));
        });
        Map<String, String> streams = Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "driver",
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "none:0",
                StreamsConfig.STATE_DIR_CONFIG,
                stateDir.toString());
        this.topology = TableTopology.of(
                settings,
                streams,
                (builder, given) -> {
                    sources = given;
                    derived.build(builder, given);
                },
                name -> requireNonNull(feeds.get(name))::publish);
        this.driver = new TopologyTestDriver(topology.topology(), topology.properties(), start);
        settings.forEach(table -> {
            TableContract contract = table.contract();
            ChangeFeed feed = requireNonNull(feeds.get(contract.name()));
            tables.put(
                    contract.name(),
                    new Table(
                            new UpsertRecords(contract),
                            feed,
                            UpsertTables.over(topology.overDriver(contract.name()), feed),
                            driver.createInputTopic(
                                    contract.topic(), new ByteArraySerializer(), new ByteArraySerializer())));
        });
    }

    /**
     * {@return a driver of empty tables, whose clock stands at this moment}
     *
     * @param derived what is derived from them
     * @param tables what their topics hold
     */
    public static TopologyDriver of(DerivedTopology derived, TableContract... tables) {
        return startingAt(
                Instant.now(), derived, Stream.of(tables).map(TableSettings::of).toList());
    }

    /**
     * {@return a driver of empty tables}
     *
     * @param start where its clock stands
     * @param derived what is derived from them
     * @param tables their contracts, indexes and totals; at least one
     */
    public static TopologyDriver startingAt(Instant start, DerivedTopology derived, List<TableSettings> tables) {
        requireNonNull(start, "start");
        requireNonNull(derived, "derived");
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("tables: none (expected: one at least)");
        }
        try {
            return new TopologyDriver(derived, tables, start, Files.createTempDirectory("keyfold-driver-"));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a state directory: " + e.getMessage(), e);
        }
    }

    /**
     * {@return a table; it is always ready}
     *
     * @param name the contract's name
     */
    public UpsertTable<RowJson> table(String name) {
        return known(name).table();
    }

    /** {@return the tables as the topology sees them, with their positions} */
    public SourceTables sources() {
        return requireNonNull(sources);
    }

    /**
     * {@return a store of the topology, whose values are without timestamps; open until the driver is closed}
     *
     * @param name its name
     * @param <K> its keys
     * @param <V> its values
     * @throws IllegalArgumentException if there is no such store
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // as Kafka's own
    public <K, V> KeyValueStore<K, V> store(String name) {
        KeyValueStore<K, V> store = driver.getKeyValueStore(name);
        if (store == null) {
            throw new IllegalArgumentException("store: " + name + " (expected: one of "
                    + driver.getAllStateStores().keySet() + ")");
        }
        return store;
    }

    /**
     * Applies a new value of a row.
     *
     * @param table the contract's name
     * @param columns the values of all columns, in the contract's order, null where a column is null
     */
    public void upsert(String table, @Nullable Object... columns) {
        UpsertRecords records = known(table).records();
        Map<String, @Nullable Object> row = records.row(columns);
        raw(table, records.key(row), records.value(row));
    }

    /**
     * Applies a delete.
     *
     * @param table the contract's name
     * @param key the values of all key columns, in the contract's order
     */
    public void tombstone(String table, Object... key) {
        raw(table, known(table).records().key(RowKey.of(key)), null);
    }

    /**
     * Applies these texts as they are.
     *
     * @param table the contract's name
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     */
    public void rawText(String table, @Nullable String key, @Nullable String value) {
        raw(table, key == null ? null : key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8));
    }

    /**
     * Applies these bytes as they are.
     *
     * @param table the contract's name
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     */
    public void raw(String table, byte @Nullable [] key, byte @Nullable [] value) {
        raw(table, key, value, now);
    }

    /**
     * Applies these bytes as they are.
     *
     * @param table the contract's name
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     * @param timestamp the record's
     */
    @SuppressWarnings("NullAway") // a test record takes nulls, without saying so
    public void raw(String table, byte @Nullable [] key, byte @Nullable [] value, Instant timestamp) {
        known(table).topic().pipeInput(new TestRecord<>(key, value, timestamp));
    }

    /**
     * Moves the clock on, and lets run what waits for it.
     *
     * @param time by how much
     */
    public void advanceWallClock(Duration time) {
        driver.advanceWallClockTime(time);
        now = now.plus(time);
    }

    /** {@return where the clock stands} */
    public Instant now() {
        return now;
    }

    /**
     * {@return what was written to an upsert topic since the last look, in order; a tombstone has no value}
     *
     * @param contract what it holds
     */
    public List<TestRecord<RowKey, ColumnValues>> output(TableContract contract) {
        return output(contract.topic(), UpsertProduced.keySerde(contract), UpsertProduced.valueSerde(contract));
    }

    /**
     * {@return what was written to a topic since the last look, in order}
     *
     * @param topic its name
     * @param keys reads keys
     * @param values reads values
     * @param <K> the keys
     * @param <V> the values
     */
    public <K, V> List<TestRecord<K, V>> output(String topic, Serde<K> keys, Serde<V> values) {
        return new ArrayList<>(driver.createOutputTopic(topic, keys.deserializer(), values.deserializer())
                .readRecordsToList());
    }

    private Table known(String name) {
        Table table = tables.get(requireNonNull(name, "table"));
        if (table == null) {
            throw new IllegalArgumentException("table: " + name + " (expected: one of " + tables.keySet() + ")");
        }
        return table;
    }

    /** Closes the driver and removes its state. */
    @Override
    public void close() {
        tables.values().forEach(table -> table.feed().close());
        driver.close();
        topology.close();
        TableDriver.delete(stateDir);
    }
}
