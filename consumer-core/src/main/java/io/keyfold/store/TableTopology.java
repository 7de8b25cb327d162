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
        SourceTopic source = new SourceTopic(
                "none", settings.contract().topic(), "none", List.of(new SourceTopic.Ends(0, 0, Long.MAX_VALUE)));
        MessageLimits limits = MessageLimits.KAFKA_DEFAULTS;
        TableRun run = new TableRun(
                task,
                source,
                limits,
                Materialization.SOURCE_TOPIC,
                RocksMemory.of(DRIVER_MEMORY_BYTES),
                DeadLetterWriter.of(settings, limits, new RestoreDeadLetters(streams)),
                new ProjectionBuilds(),
                Changelog.source(task));
        return of(new TableRuns(List.of(run)), streams, Optional.empty());
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

    private TableRun first() {
        return runs.all().get(0);
    }

    /** Gives the memory of a run without a broker back, after its driver has been closed. */
    @Override
    public void close() {
        runs.all().forEach(TableRun::end);
    }
}
