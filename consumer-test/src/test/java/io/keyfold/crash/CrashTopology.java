package io.keyfold.crash;

import static java.util.Objects.requireNonNull;

import io.keyfold.OrderItem;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.store.SourceTables;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TableJoined;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** What is derived from the tables: a sum, a join, a topic of changes; and the watches of {@link CommitWindowStores}. */
final class CrashTopology {

    static final String PER_USER = "per-user";
    static final String JOINED = "joined";

    private CrashTopology() {}

    static void build(StreamsBuilder builder, SourceTables tables, String outTopic) {
        KTable<RowKey, Row<RowJson>> users = tables.table(CrashTables.USERS);
        KTable<RowKey, Row<RowJson>> items = tables.table(CrashTables.ITEMS);
        watch(builder, users, items);
        tables.table(CrashTables.ITEMS, OrderItem.class)
                .groupBy(
                        (key, item) -> KeyValue.pair(
                                item.userId(), requireNonNull(item.quantity()).longValue()),
                        Grouped.with(Serdes.String(), Serdes.Long()))
                .reduce(Long::sum, (sum, gone) -> sum - gone, Materialized.as(PER_USER));
        // An inner join of Kafka Streams 4.4.0 keeps a row for ever whose item changes, or comes anew, just when its
        // user
        // goes: it drops the answer for the old item and gives none for the new one. A left join answers always.
        items.leftJoin(
                users,
                item -> RowKey.of(RowText.field(item.value().text(), "user_id")),
                CrashTopology::joinedOrNull,
                TableJoined.with(null, tables.partitioner(CrashTables.USERS)),
                Materialized.<RowKey, String, KeyValueStore<Bytes, byte[]>>as(JOINED)
                        .withKeySerde(tables.keySerde(CrashTables.ITEMS))
                        .withValueSerde(Serdes.String()));
        items.toStream((key, item) -> RowText.key(key))
                .mapValues(CrashTopology::textOrNull)
                .to(outTopic, Produced.with(Serdes.String(), Serdes.String()));
    }

    @SuppressWarnings("NullAway") // Kafka Streams gives and takes null for a delete, without saying so
    private static String textOrNull(@Nullable Row<RowJson> item) {
        return item == null ? null : item.value().text();
    }

    @SuppressWarnings("NullAway") // as textOrNull
    private static String joinedOrNull(Row<RowJson> item, @Nullable Row<RowJson> user) {
        return user == null
                ? null
                : RowText.joined(item.value().text(), user.value().text());
    }

    private static void watch(
            StreamsBuilder builder, KTable<RowKey, Row<RowJson>> users, KTable<RowKey, Row<RowJson>> items) {
        CommitWindowStores window = new CommitWindowStores();
        watch(builder, window, CrashTables.USERS, users);
        watch(builder, window, CrashTables.ITEMS, items);
    }

    private static void watch(
            StreamsBuilder builder, CommitWindowStores window, String table, KTable<RowKey, Row<RowJson>> rows) {
        String watch = table + "-watch";
        builder.addStateStore(WatchStore.builder(watch, partition -> window.committed(table, partition)));
        rows.toStream()
                .process(
                        () -> new ContextualProcessor<RowKey, Row<RowJson>, Void, Void>() {
                            @Override
                            public void process(Record<RowKey, Row<RowJson>> record) {
                                context()
                                        .recordMetadata()
                                        .ifPresent(at -> window.processed(table, at.partition(), at.offset()));
                            }
                        },
                        watch);
    }
}
