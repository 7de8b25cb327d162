package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.config.TableSettings;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;

/**
 * One table as a Kafka Streams topology: {@code builder.table(…)} with the fold around its source processor.
 *
 * <p>The serdes are the identity. One pair serves the topic and the store, so a serde that decoded would have to guess
 * which of the two its bytes come from; the fold decodes what comes from the topic, and hands on what is stored.
 */
public final class TableTopology {

    private final TableTask task;
    private final Properties properties;
    private final Topology topology;

    private TableTopology(TableTask task, Properties properties, MessageLimits limits) {
        this.task = task;
        this.properties = properties;
        this.topology = build(task.contract(), properties, limits);
    }

    /**
     * {@return the topology of a table, for a run without a broker as well}
     *
     * @param settings the table
     * @param streams Kafka Streams' properties, {@code application.id} and {@code bootstrap.servers} at least
     * @param changes is given every change, on the thread that reads
     */
    public static TableTopology of(
            TableSettings settings, Map<String, String> streams, Consumer<RowChange<RowJson>> changes) {
        return of(TableTask.of(settings, requireNonNull(changes, "changes")), streams, MessageLimits.KAFKA_DEFAULTS);
    }

    static TableTopology of(TableTask task, Map<String, String> streams, MessageLimits limits) {
        Properties properties = new Properties();
        properties.putAll(streams);
        properties.put(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, FoldWrapper.class);
        properties.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetterHandler.class);
        properties.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.NO_OPTIMIZATION);
        properties.put(TableTask.CONFIG, task);
        properties.put(MessageLimits.CONFIG, limits);
        return new TableTopology(task, properties, limits);
    }

    private static Topology build(TableContract contract, Properties properties, MessageLimits limits) {
        StreamsBuilder builder = new StreamsBuilder(new TopologyConfig(new StreamsConfig(properties)));
        Serde<byte[]> bytes = Serdes.ByteArray();
        builder.table(
                contract.topic(),
                Consumed.with(bytes, bytes).withName(sourceNode(contract)).withTimestampExtractor(new EventTime()),
                Materialized.<byte[], byte[], KeyValueStore<Bytes, byte[]>>as(storeName(contract))
                        .withCachingDisabled()
                        .withLoggingEnabled(Map.of(
                                TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(limits.changelogBytes()))));
        return builder.build(properties);
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

    /** {@return the name of its state store} */
    public String store() {
        return storeName(task.contract());
    }

    /**
     * {@return the table over its state store, where a test driver runs the topology with one partition}
     *
     * @param opened the store of that {@linkplain #store() name}
     */
    public TableStore over(KeyValueStore<byte[], ValueAndTimestamp<byte[]>> opened) {
        return new SinglePartitionStore(task, opened);
    }
}
