package io.keyfold.test.topic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.UpsertTable;
import io.keyfold.UpsertTables;
import io.keyfold.change.ChangeFeed;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.TableTopology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * A table without a broker, on Kafka Streams' TopologyTestDriver: the real topology, fold and store, one partition,
 * every record applied before its method returns. For one thread.
 *
 * <p>What it cannot show: partitions, transactions, restarts, compaction.
 */
public final class TableDriver implements AutoCloseable {

    private final Path stateDir;
    private final UpsertRecords records;
    private final ChangeFeed feed;
    private final List<RowChange<RowJson>> changes = new ArrayList<>();
    private final TableTopology topology;
    private final TopologyTestDriver driver;
    private final TestInputTopic<byte[], byte[]> topic;
    private final Optional<TestOutputTopic<byte[], byte[]>> deadLetterTopic;
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private final UpsertTable<RowJson> table;

    /**
     * A bad record as it lies on the dead-letter topic.
     *
     * @param reason the reason's code, such as {@code not-json}
     * @param headers all headers as text
     */
    public record DeadLetter(String reason, Map<String, String> headers) {

        /** Copies the map. */
        public DeadLetter {
            requireNonNull(reason, "reason");
            headers = Map.copyOf(headers);
        }
    }

    private TableDriver(TableSettings settings, Path stateDir) {
        this.stateDir = stateDir;
        TableContract contract = settings.contract();
        Map<String, String> streams = Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "driver-" + contract.name(),
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                "none:0",
                StreamsConfig.STATE_DIR_CONFIG,
                stateDir.toString());
        this.records = new UpsertRecords(contract);
        this.feed = new ChangeFeed(contract.name());
        this.topology = TableTopology.of(settings, streams, change -> {
            changes.add(change);
            feed.publish(change);
        });
        this.driver = new TopologyTestDriver(topology.topology(), topology.properties());
        this.topic = driver.createInputTopic(contract.topic(), new ByteArraySerializer(), new ByteArraySerializer());
        this.deadLetterTopic = settings.deadLetters()
                .topic()
                .map(name -> driver.createOutputTopic(name, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
        this.table = UpsertTables.over(topology.overDriver(), feed);
    }

    /**
     * {@return an empty table}
     *
     * @param contract what its topic holds
     */
    public static TableDriver of(TableContract contract) {
        return of(TableSettings.of(contract));
    }

    /**
     * {@return an empty table with what is declared beside it}
     *
     * @param table its contract, indexes and totals
     */
    public static TableDriver of(TableSettings table) {
        requireNonNull(table, "table");
        try {
            return new TableDriver(table, Files.createTempDirectory("keyfold-driver-"));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot make a state directory: " + e.getMessage(), e);
        }
    }

    /** {@return the table; it is always ready} */
    public UpsertTable<RowJson> table() {
        return table;
    }

    /**
     * Applies a new value of a row.
     *
     * @param columns the values of all columns, in the contract's order, null where a column is null
     */
    public void upsert(@Nullable Object... columns) {
        Map<String, @Nullable Object> row = records.row(columns);
        raw(records.key(row), records.value(row));
    }

    /**
     * Applies a delete.
     *
     * @param key the values of all key columns, in the contract's order
     */
    public void tombstone(Object... key) {
        raw(records.key(RowKey.of(key)), null);
    }

    /**
     * Applies these texts as they are.
     *
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     */
    public void rawText(@Nullable String key, @Nullable String value) {
        raw(key == null ? null : key.getBytes(UTF_8), value == null ? null : value.getBytes(UTF_8));
    }

    /**
     * Applies these bytes as they are.
     *
     * @param key the key, null for none
     * @param value the value, null for a tombstone
     */
    @SuppressWarnings("NullAway") // a test record takes nulls, without saying so
    public void raw(byte @Nullable [] key, byte @Nullable [] value) {
        topic.pipeInput(new TestRecord<>(key, value, Instant.now()));
    }

    /** {@return every change so far, in order} */
    public List<RowChange<RowJson>> changes() {
        return List.copyOf(changes);
    }

    /** {@return every dead letter so far, in order; none where the settings send them to files} */
    public List<DeadLetter> deadLetters() {
        deadLetterTopic.ifPresent(this::drain);
        return List.copyOf(deadLetters);
    }

    private void drain(TestOutputTopic<byte[], byte[]> letters) {
        while (!letters.isEmpty()) {
            Map<String, String> headers = new HashMap<>();
            for (Header header : letters.readRecord().headers()) {
                headers.put(header.key(), new String(header.value(), UTF_8));
            }
            deadLetters.add(new DeadLetter(headers.getOrDefault("keyfold.reason", ""), headers));
        }
    }

    /** Closes the driver and removes its state. */
    @Override
    public void close() {
        feed.close();
        driver.close();
        topology.close();
        delete(stateDir);
    }

    static void delete(Path stateDir) {
        try (Stream<Path> files = Files.walk(stateDir)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove " + stateDir + ": " + e.getMessage(), e);
        }
    }
}
