package io.keyfold.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * Stock Kafka Streams: {@code builder.table()} with Jackson serdes, materialized, everything at its default but two: it
 * reads committed records from the first one on.
 *
 * <p>Its records are counted by its own threads' {@code process-total}: that costs nothing more.
 */
final class StockReader implements TableReader {

    private static final String STORE = "stock";
    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    private final Traffic traffic;
    private final RestoreClock restore = new RestoreClock();
    private final Serde<OrderKey> keys = JacksonSerde.of(OrderKey.class);
    private final Serde<OrderItem> values = JacksonSerde.of(OrderItem.class);
    private final KafkaStreams streams;
    private final List<Metric> processed;

    StockReader(Assignment assignment) {
        this.traffic = assignment.traffic();
        StreamsBuilder builder = new StreamsBuilder();
        builder.table(
                assignment.topic(),
                Consumed.with(keys, values),
                Materialized.<OrderKey, OrderItem, KeyValueStore<Bytes, byte[]>>as(STORE));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, assignment.topic() + "-stock");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, assignment.bootstrapServers());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, assignment.stateDir().toString());
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        this.streams = new KafkaStreams(builder.build(), properties);
        streams.setGlobalStateRestoreListener(restore);
        this.processed = processed(streams);
        if (processed.isEmpty()) {
            throw new IllegalStateException("Cannot count records: no thread has process-total");
        }
    }

    RestoreClock restore() {
        return restore;
    }

    @Override
    public void start() {
        streams.start();
    }

    @Override
    public void awaitLoaded(long records) {
        while (records() < records) {
            requireAlive();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Waits until everything is restored and it runs. */
    void awaitRestored() {
        while (streams.state() != KafkaStreams.State.RUNNING || !restore.isDone()) {
            requireAlive();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void requireAlive() {
        if (streams.state().hasStartedOrFinishedShuttingDown()) {
            throw new IllegalStateException("Cannot load the stock table: it is " + streams.state());
        }
    }

    @Override
    public long records() {
        return processed.stream()
                .mapToLong(metric -> ((Number) metric.metricValue()).longValue())
                .sum();
    }

    private static List<Metric> processed(KafkaStreams streams) {
        return streams.metrics().values().stream()
                .filter(metric -> metric.metricName().group().equals("stream-thread-metrics")
                        && metric.metricName().name().equals("process-total"))
                .<Metric>map(metric -> metric)
                .toList();
    }

    @Override
    public long restored() {
        return restore.records();
    }

    @Override
    public long count() {
        long rows = 0;
        try (KeyValueIterator<OrderKey, OrderItem> all = store().all()) {
            while (all.hasNext()) {
                KeyValue<OrderKey, OrderItem> row = all.next();
                rows += row.value == null ? 0 : 1;
            }
        }
        return rows;
    }

    @Override
    public boolean holds(int key, Optional<byte[]> value) {
        OrderKey asked = keys.deserializer().deserialize("", traffic.keyBytes(key));
        return Optional.ofNullable(store().get(asked))
                .equals(value.map(bytes -> values.deserializer().deserialize("", bytes)));
    }

    private ReadOnlyKeyValueStore<OrderKey, OrderItem> store() {
        return streams.store(StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.keyValueStore()));
    }

    /** Leaves the group, so that the next start need not wait until the broker misses this one. */
    @Override
    public void close() {
        streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
}
