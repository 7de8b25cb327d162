package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** What Kafka Streams makes of the scene's topics by itself: {@code builder.table}, its own RocksDB stores. For one thread. */
final class StockApp implements AutoCloseable {

    private static final Serde<String> TEXT = Serdes.String();

    private final ZombieScene scene;
    private final Properties properties = new Properties();
    private final KafkaStreams streams;

    StockApp(ZombieScene scene, String applicationId, Path stateDir, Map<String, String> more) {
        this.scene = scene;
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, scene.kafka().bootstrapServers());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        properties.put(StreamsConfig.TOPOLOGY_OPTIMIZATION_CONFIG, StreamsConfig.REUSE_KTABLE_SOURCE_TOPICS);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, "0");
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, "100");
        properties.put("main.consumer.auto.offset.reset", "earliest");
        properties.put("main.consumer.group.instance.id", "one");
        properties.putAll(more);
        this.streams = new KafkaStreams(topology(), properties);
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> items =
                builder.table(scene.items().topic(), Consumed.with(TEXT, TEXT), Materialized.as("items"));
        KTable<String, String> users = builder.table(scene.users().topic(), Consumed.with(TEXT, TEXT));
        KTable<String, String> shipments = builder.table(scene.shipments().topic(), Consumed.with(TEXT, TEXT));
        items.groupBy(
                        (key, item) -> KeyValue.pair(ItemText.user(item), ItemText.quantity(item)),
                        Grouped.with(TEXT, Serdes.Long()))
                .reduce(
                        Long::sum,
                        (sum, gone) -> sum - gone,
                        Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("per-user")
                                .withKeySerde(TEXT)
                                .withValueSerde(Serdes.Long()));
        items.join(users, ItemText::userKey, ItemText::withUser, text("joined"));
        items.join(shipments, ItemText::withShipment, text("shipped"));
        return builder.build(properties);
    }

    private static Materialized<String, String, KeyValueStore<Bytes, byte[]>> text(String store) {
        return Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as(store)
                .withKeySerde(TEXT)
                .withValueSerde(TEXT);
    }

    StockApp start() {
        streams.start();
        return this;
    }

    /** Waits until it has read all that was written, as the newest items tell. */
    Derived awaitNewest() {
        Derived newest = scene.expected();
        await().atMost(ZombieScene.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(InvalidStateStoreException.class)
                .untilAsserted(() -> {
                    Derived here = derived();
                    assertThat(here.items().keySet()).containsAll(newest.items().keySet());
                    assertThat(here.perUser().keySet())
                            .containsAll(newest.perUser().keySet());
                    assertThat(here.joined().keySet())
                            .containsAll(newest.joined().keySet());
                    assertThat(here.shipped().keySet())
                            .containsAll(newest.shipped().keySet());
                });
        return derived();
    }

    private Derived derived() {
        Derived derived = new Derived();
        this.<String>each("items", (key, item) -> derived.items().put(ItemText.order(key), ItemText.ofItem(item)));
        this.<Long>each("per-user", (user, sum) -> {
            if (sum != 0) {
                derived.perUser().put(user, sum);
            }
        });
        this.<String>each("joined", (key, text) -> derived.joined().put(ItemText.order(key), text));
        this.<String>each("shipped", (key, text) -> derived.shipped().put(ItemText.order(key), text));
        return derived;
    }

    private <V> void each(String store, BiConsumer<String, V> each) {
        ReadOnlyKeyValueStore<String, V> rows = streams.store(
                StoreQueryParameters.fromNameAndType(store, QueryableStoreTypes.<String, V>keyValueStore()));
        try (KeyValueIterator<String, V> all = rows.all()) {
            all.forEachRemaining(row -> each.accept(row.key, row.value));
        }
    }

    @Override
    public void close() {
        streams.close(ZombieScene.PATIENCE);
    }
}
