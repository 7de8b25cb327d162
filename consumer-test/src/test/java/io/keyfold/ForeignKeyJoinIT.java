package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import io.keyfold.store.DerivedTopology;
import io.keyfold.store.SourceTables;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TableJoined;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Promise 4, derived state agrees: a foreign-key join follows both of its tables. */
@ExtendWith(KeyfoldKafkaExtension.class)
class ForeignKeyJoinIT {

    private static final String ITEM_KEY = "{\"order_id\":\"A1\",\"item_id\":\"I1\"}";
    private static final String ITEM = "{\"order_id\":\"A1\",\"item_id\":\"I1\",\"user_id\":\"U1\",\"quantity\":1}";
    private static final RowKey JOINED = RowKey.of("A1", "I1");
    private static final String USER_KEY = "{\"user_id\":\"U1\"}";

    private TableContract items;
    private TableContract users;
    private UpsertTopic itemTopic;
    private UpsertTopic userTopic;

    @BeforeEach
    void write(KeyfoldKafka kafka) {
        items = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        users = kafka.createTable(users(), 1);
        itemTopic = UpsertTopic.open(kafka.bootstrapServers(), items);
        userTopic = UpsertTopic.open(kafka.bootstrapServers(), users);
        userTopic.rawText(USER_KEY, "{\"user_id\":\"U1\",\"level\":1}");
        itemTopic.rawText(ITEM_KEY, ITEM);
    }

    @AfterEach
    void close() {
        itemTopic.close();
        userTopic.close();
    }

    @Test
    void join_afterAnEqualValueAndABadOne_followsTheOtherTable(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        try (UpsertConsumer consumer = start(kafka, stateDir, ForeignKeyJoinIT::inner)) {
            awaitJoined(consumer, Map.of(JOINED, ITEM + "{\"user_id\":\"U1\",\"level\":1}"));

            long read = consumer.table("dwd_order_item").status().counts().read();
            itemTopic.rawText(ITEM_KEY, ITEM);
            itemTopic.rawText(ITEM_KEY, "{torn");
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() ->
                            consumer.table("dwd_order_item").status().counts().read() == read + 2);
            userTopic.rawText(USER_KEY, "{\"user_id\":\"U1\",\"level\":2}");

            awaitJoined(consumer, Map.of(JOINED, ITEM + "{\"user_id\":\"U1\",\"level\":2}"));
        }
    }

    @Test
    void leftJoin_afterADelete_forgetsTheRow(KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        try (UpsertConsumer consumer = start(kafka, stateDir, ForeignKeyJoinIT::left)) {
            awaitJoined(consumer, Map.of(JOINED, ITEM));

            itemTopic.rawText(ITEM_KEY, null);

            awaitJoined(consumer, Map.of());
        }
    }

    private UpsertConsumer start(KeyfoldKafka kafka, Path stateDir, DerivedTopology topology)
            throws InterruptedException {
        UpsertConsumer consumer = UpsertConsumer.builder(kafka.uniqueName("joined"))
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(kafka.bootstrapServers())
                .stateDir(stateDir)
                .materialization(Materialization.CHANGELOG)
                .table(items)
                .table(users)
                .topology(topology)
                .build();
        consumer.start();
        assertThat(consumer.awaitReady(TableUnderTest.PATIENCE)).isTrue();
        return consumer;
    }

    private static TableContract users() {
        return new TableContract(
                "users",
                "users",
                List.of("user_id"),
                ValueFields.ALL,
                JsonOptions.FLINK_DEFAULTS,
                List.of(
                        new Column("user_id", SqlType.parse("STRING"), false, true),
                        new Column("level", SqlType.parse("INT"), true, false)),
                TopicRequirements.KAFKA_DEFAULTS);
    }

    private static void inner(StreamsBuilder builder, SourceTables tables) {
        tables.table("dwd_order_item")
                .join(
                        tables.table("users"),
                        item -> RowKey.of("U1"),
                        (item, user) -> item.value().text() + user.value().text(),
                        TableJoined.with(null, tables.partitioner("users")),
                        joinedStore(tables));
    }

    private static void left(StreamsBuilder builder, SourceTables tables) {
        tables.table("dwd_order_item")
                .leftJoin(
                        tables.table("users"),
                        item -> RowKey.of("U1"),
                        (item, user) -> item.value().text(),
                        TableJoined.with(null, tables.partitioner("users")),
                        joinedStore(tables));
    }

    private static Materialized<RowKey, String, KeyValueStore<Bytes, byte[]>> joinedStore(SourceTables tables) {
        return Materialized.<RowKey, String, KeyValueStore<Bytes, byte[]>>as("joined")
                .withKeySerde(tables.keySerde("dwd_order_item"))
                .withValueSerde(Serdes.String());
    }

    private static void awaitJoined(UpsertConsumer consumer, Map<RowKey, String> expected) {
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(joined(consumer)).isEqualTo(expected));
    }

    private static Map<RowKey, String> joined(UpsertConsumer consumer) {
        Map<RowKey, String> all = new HashMap<>();
        consumer.derived()
                .query(StateQueryRequest.inStore("joined").withQuery(RangeQuery.<RowKey, String>withNoBounds()))
                .getPartitionResults()
                .values()
                .forEach(result -> {
                    try (KeyValueIterator<RowKey, String> rows = requireNonNull(result.getResult())) {
                        rows.forEachRemaining(row -> all.put(row.key, row.value));
                    }
                });
        return all;
    }
}
