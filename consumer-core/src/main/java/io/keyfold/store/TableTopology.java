package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.Materialization;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.rocks.RocksMemory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;

/**
 * Tables as a Kafka Streams topology: for each a {@code builder.table(…)} with the fold around its source processor and
 * Keyfold's own store, and what a user derives from them.
 */
public final class TableTopology implements AutoCloseable {

    private static final long DRIVER_MEMORY_BYTES = 32L << 20;

    private final TableRuns runs;
    private final Properties properties;
    private final Topology topology;

    private TableTopology(TableRuns runs, Properties properties, Topology topology) {
        this.runs = runs;
        this.properties = properties;
        this.topology = topology;
    }

    /**
     * {@return the topology of a table of one partition, for a run without a broker}
     *
     * @param settings the table
     * @param streams Kafka Streams' properties, {@code application.id} and {@code bootstrap.servers} at least
     * @param changes is given every change, on the thread that reads
     */
    public static TableTopology of(
            TableSettings settings, Map<String, String> streams, Consumer<RowChange<RowJson>> changes) {
        TableTask task = TableTask.of(settings, TableEvents.ofChanges(requireNonNull(changes, "changes")));
        TableRun run = overDriver(task, Materialization.SOURCE_TOPIC, Changelog.source(task), streams);
        return of(new TableRuns(List.of(run)), streams, Optional.empty());
    }

    /**
     * {@return the topology of tables of one partition each, with changelogs, and of what is derived from them, for a run without a
     * broker}
     *
     * @param tables the tables
     * @param streams Kafka Streams' properties, {@code application.id} and {@code bootstrap.servers} at least
     * @param derived what is derived
     * @param changes for each table, by name, who is given every change, on the thread that reads
     */
    public static TableTopology of(
            List<TableSettings> tables,
            Map<String, String> streams,
            DerivedTopology derived,
            Function<String, Consumer<RowChange<RowJson>>> changes) {
        String applicationId = requireNonNull(streams.get(StreamsConfig.APPLICATION_ID_CONFIG), "application.id");
        List<TableRun> runs = tables.stream()
                .map(settings -> TableTask.of(
                        settings,
                        TableEvents.ofChanges(changes.apply(settings.contract().name()))))
                .map(task -> overDriver(task, Materialization.CHANGELOG, Changelog.made(task, applicationId), streams))
                .toList();
        return of(new TableRuns(runs), streams, Optional.of(derived));
    }

    private static TableRun overDriver(
            TableTask task, Materialization materialization, Changelog changelog, Map<String, String> streams) {
        SourceTopic source = new SourceTopic(
                "none", task.contract().topic(), "none", List.of(new SourceTopic.Ends(0, 0, Long.MAX_VALUE)));
        MessageLimits limits = MessageLimits.KAFKA_DEFAULTS;
        return new TableRun(
                task,
                source,
                limits,
                materialization,
                RocksMemory.of(DRIVER_MEMORY_BYTES),
                DeadLetterWriter.of(task.settings(), limits, new RestoreDeadLetters(streams)),
                new ProjectionBuilds(),
                changelog);
    }

    /** All runs of one materialization; what is derived from them is for {@code CHANGELOG} alone. */
    static TableTopology of(TableRuns runs, Map<String, String> streams, Optional<DerivedTopology> derived) {
        Properties properties = new Properties();
        properties.putAll(streams);
        properties.put(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, FoldWrapper.class);
        properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetterHandler.class);
        properties.put(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, ProductionFailure.class);
        boolean isMirror = runs.all().get(0).materialization() == Materialization.SOURCE_TOPIC;
        properties.put(
                StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG,
                isMirror ? StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS : StreamsConfig.NO_OPTIMIZATION);
        properties.put(TableRuns.CONFIG, runs);
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)));
        if (isMirror) {
            runs.all().forEach(run -> table(builder, run, TableTypes.bytes(run.task())));
        } else {
            List<SourceTables.Source> sources = new ArrayList<>();
            runs.all()
                    .forEach(run -> sources.add(
                            new SourceTables.Source(run, table(builder, run, TableTypes.typed(run.task())))));
            SourceTables tables = new SourceTables(sources);
            derived.ifPresent(user -> user.build(builder, tables));
        }
        return new TableTopology(runs, properties, builder.build(properties));
    }

    private static <K, V> KTable<K, V> table(StreamsBuilder builder, TableRun run, TableTypes<K, V> types) {
        TableContract contract = run.contract();
        Map<String, String> changelog = new HashMap<>(); // Kafka Streams clears it where it needs no changelog
        changelog.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(run.limits().changelogBytes()));
        return builder.table(
                contract.topic(),
                Consumed.with(types.keys(), types.values())
                        .withName(sourceNode(contract))
                        // Said of the source, the consumer itself resets nothing: a position that is gone is told.
                        .withOffsetResetPolicy(AutoOffsetReset.earliest())
                        .withTimestampExtractor(new EventTime()),
                Materialized.<K, V>as(new TableStoreSupplier(run))
                        .withCachingDisabled()
                        .withLoggingEnabled(changelog));
    }

    static String sourceNode(TableContract contract) {
        return contract.name() + "-fold";
    }

    static String storeName(TableContract contract) {
        return contract.name();
    }

    /** {@return the topology} */
    public Topology topology() {
        return topology;
    }

    /** {@return the properties that it must be run with} */
    public Properties properties() {
        Properties copy = new Properties();
        copy.putAll(properties);
        return copy;
    }

    /** {@return the first table, where a test driver runs the topology with one partition} */
    public TableStore overDriver() {
        return new SinglePartitionStore(first());
    }

    /**
     * {@return a table, where a test driver runs the topology with one partition}
     *
     * @param table its name
     * @throws IllegalArgumentException if there is none of that name
     */
    public TableStore overDriver(String table) {
        return new SinglePartitionStore(runs.ofStore(table)
                .orElseThrow(() -> new IllegalArgumentException("table: " + table + " (expected: one of "
                        + runs.all().stream().map(run -> run.contract().name()).toList() + ")")));
    }

    private TableRun first() {
        return runs.all().get(0);
    }

    /** Gives the memory of a run without a broker back, after its driver has been closed. */
    @Override
    public void close() {
        runs.all().forEach(TableRun::end);
    }
}
