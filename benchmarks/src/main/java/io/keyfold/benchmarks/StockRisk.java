package io.keyfold.benchmarks;

import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.stream.TableFreshness;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.UpsertProduced;
import java.util.OptionalLong;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The topology on stock Kafka Streams' table with Jackson serdes, exactly once, everything else at its default but the cache: behind
 * one, changes of a row that follow each other closely would be one, and what rules say of an item's own past would be wrong.
 */
final class StockRisk implements RiskContender {

    private final String topic;
    private final KafkaStreams streams;

    StockRisk(Assignment assignment, boolean transactional) {
        this.topic = assignment.topic();
        TableContract alerts = RiskContender.alerts(topic);
        StreamsBuilder builder = new StreamsBuilder();
        KTable<RowKey, OrderItem> items = builder.table(
                topic,
                Consumed.with(keys(), JacksonSerde.of(OrderItem.class)),
                Materialized.<RowKey, OrderItem, KeyValueStore<Bytes, byte[]>>as("items"));
        RiskContender.topology().build(builder, items, new AlwaysFresh()).to(alerts.topic(), UpsertProduced.of(alerts));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "risk-" + topic);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, assignment.bootstrapServers());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, assignment.stateDir().toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, transactional);
        this.streams = new KafkaStreams(builder.build(), properties);
    }

    private static Serde<RowKey> keys() {
        Serde<OrderKey> keys = JacksonSerde.of(OrderKey.class);
        return Serdes.serdeFrom(
                (topic, key) -> keys.serializer()
                        .serialize(topic, new OrderKey((String) key.values().get(0), (String)
                                key.values().get(1))),
                (topic, bytes) -> {
                    OrderKey key = keys.deserializer().deserialize(topic, bytes);
                    return RowKey.of(key.orderId(), key.itemId());
                });
    }

    /** Kafka Streams cannot tell: it is taken for fresh from the beginning. */
    private static final class AlwaysFresh implements TableFreshness {

        @Override
        public int partitions() {
            return Lab.PARTITIONS;
        }

        @Override
        public boolean isCaughtUp(int partition) {
            return true;
        }

        @Override
        public OptionalLong position(int partition) {
            return OptionalLong.of(0);
        }

        @Override
        public boolean isStale(int partition) {
            return false;
        }
    }

    @Override
    public void start() {
        streams.start();
    }

    /** By a metric that is kept anyway: what its consumer has polled. */
    @Override
    public long records() {
        return streams.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("records-consumed-total")
                        && metric.metricName().group().equals("consumer-fetch-manager-metrics")
                        && topic.equals(metric.metricName().tags().get("topic"))
                        && !metric.metricName().tags().containsKey("partition"))
                .mapToLong(metric -> ((Number) metric.metricValue()).longValue())
                .sum();
    }

    @Override
    public void requireAlive() {
        if (streams.state().hasStartedOrFinishedShuttingDown()) {
            throw new IllegalStateException("Cannot follow " + topic + ": Kafka Streams is " + streams.state());
        }
    }

    @Override
    public void close() {
        streams.close(CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
}
