package io.keyfold.zombie;

import io.keyfold.UpsertConsumer;
import io.keyfold.crash.DerivedStores;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.store.SourceTables;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TableJoined;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The topology of {@link StockApp} on Keyfold's tables. All that it derives goes to one topic, too, as text: {@code item/A1},
 * {@code user/U1}, {@code joined/A1}, {@code shipped/A1}.
 */
final class DerivedItems {

    private static final Serde<String> TEXT = Serdes.String();

    private DerivedItems() {}

    static void build(StreamsBuilder builder, SourceTables tables, String outTopic) {
        KTable<RowKey, Row<RowJson>> items = tables.table(ZombieScene.ITEMS);
        out(items.toStream().mapValues(DerivedItems::itemOrNull), "item/", outTopic);
        items.groupBy(
                        (key, item) -> KeyValue.pair(ItemText.user(text(item)), ItemText.quantity(text(item))),
                        Grouped.with(TEXT, Serdes.Long()))
                .reduce(Long::sum, (sum, gone) -> sum - gone, Materialized.as("per-user"))
                .toStream((user, sum) -> "user/" + user)
                .mapValues(sum -> Long.toString(sum))
                .to(outTopic, Produced.with(TEXT, TEXT));
        KTable<RowKey, String> joined = items.leftJoin(
                tables.table(ZombieScene.USERS),
                item -> RowKey.of(ItemText.user(text(item))),
                DerivedItems::joinedOrNull,
                TableJoined.with(null, tables.partitioner(ZombieScene.USERS)),
                store(tables, "joined"));
        out(joined.toStream(), "joined/", outTopic);
        KTable<RowKey, String> shipped = items.join(
                tables.table(ZombieScene.SHIPMENTS),
                (item, shipment) -> ItemText.withShipment(text(item), text(shipment)),
                store(tables, "shipped"));
        out(shipped.toStream(), "shipped/", outTopic);
    }

    private static Materialized<RowKey, String, KeyValueStore<Bytes, byte[]>> store(SourceTables tables, String name) {
        return Materialized.<RowKey, String, KeyValueStore<Bytes, byte[]>>as(name)
                .withKeySerde(tables.keySerde(ZombieScene.ITEMS))
                .withValueSerde(TEXT);
    }

    private static void out(KStream<RowKey, String> changes, String prefix, String outTopic) {
        changes.selectKey((key, text) -> prefix + order(key)).to(outTopic, Produced.with(TEXT, TEXT));
    }

    private static String text(Row<RowJson> row) {
        return row.value().text();
    }

    static String order(RowKey key) {
        return (String) key.values().get(0);
    }

    @SuppressWarnings("NullAway") // Kafka Streams gives and takes null for a delete, without saying so
    private static String itemOrNull(@Nullable Row<RowJson> item) {
        return item == null ? null : ItemText.ofItem(text(item));
    }

    @SuppressWarnings("NullAway") // as itemOrNull
    private static String joinedOrNull(Row<RowJson> item, @Nullable Row<RowJson> user) {
        return user == null ? null : ItemText.withUser(text(item), text(user));
    }

    /** What the stores of that topology have on this instance, with these items. */
    static Derived read(UpsertConsumer consumer, Map<String, String> items) {
        Derived derived = new Derived(items, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        DerivedStores.<String, Long>each(consumer, "per-user", (user, sum) -> {
            if (sum != 0) {
                derived.perUser().put(user, sum);
            }
        });
        DerivedStores.<RowKey, String>each(
                consumer, "joined", (key, text) -> derived.joined().put(order(key), text));
        DerivedStores.<RowKey, String>each(
                consumer, "shipped", (key, text) -> derived.shipped().put(order(key), text));
        return derived;
    }
}
