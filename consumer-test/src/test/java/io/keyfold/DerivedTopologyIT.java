package io.keyfold;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.query.Scan;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.SourceTables;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Promise 4, derived state agrees: what a user's own topology makes of a table follows its updates and deletes. */
@ExtendWith(KeyfoldKafkaExtension.class)
class DerivedTopologyIT {

    private static final int PARTITIONS = 3;

    @Test
    void aggregateAndJoin_underUpdatesAndDeletes_equalTheTable(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        TableContract items = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), items);
                UpsertConsumer consumer = UpsertConsumer.builder(kafka.uniqueName("derived"))
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(stateDir)
                        .materialization(Materialization.CHANGELOG)
                        .table(items)
                        .topology(DerivedTopologyIT::build)
                        .build()) {
            write(topic, "A1", "U1", 1);
            write(topic, "A2", "U1", 2);
            write(topic, "A3", "U2", 4);
            consumer.start();
            assertThat(consumer.awaitReady(TableUnderTest.PATIENCE)).isTrue();
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(quantities(consumer)).isEqualTo(Map.of("U1", 3L, "U2", 4L)));

            write(topic, "A2", "U2", 8);
            topic.tombstone("A1", "I1");
            topic.tombstone("none", "I1");
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(quantities(consumer)).isEqualTo(Map.of("U1", 0L, "U2", 12L)));
            assertThat(consumer.table("dwd_order_item").scan(Scan.all()).rows()).hasSize(2);
        }
    }

    /** The thread that reads asks it itself, between two records: nothing that it has handed on is beyond the position. */
    @Test
    void position_betweenRecords_coversAllThatWasHandedOn(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        TableContract items = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        PositionCheck check = new PositionCheck("dwd_order_item");
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), items);
                UpsertConsumer consumer = UpsertConsumer.builder(kafka.uniqueName("positions"))
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(stateDir)
                        .materialization(Materialization.CHANGELOG)
                        .table(items)
                        .topology(check)
                        .build()) {
            consumer.start();
            for (int i = 0; i < 300; i++) {
                write(topic, "A" + i, "U1", i);
            }
            assertThat(consumer.awaitReady(TableUnderTest.PATIENCE)).isTrue();
            await().atMost(TableUnderTest.PATIENCE)
                    .untilAsserted(() -> assertThat(check.passed()).isEqualTo(300));

            assertThat(check.faults()).isEmpty();
            consumer.table("dwd_order_item").status().partitions().forEach(partition -> {
                assertThat(check.position(partition.partition()))
                        .hasValue(partition.position().orElseThrow().position());
                assertThat(check.stale(partition.partition())).isEmpty();
            });
            assertThat(check.position(PARTITIONS))
                    .as("a partition that there is not")
                    .isEmpty();
        }
    }

    private static void write(UpsertTopic topic, String order, String user, int quantity) {
        topic.upsert(Map.of("order_id", order, "item_id", "I1", "user_id", user, "quantity", quantity));
    }

    private static void build(StreamsBuilder builder, SourceTables tables) {
        KTable<RowKey, OrderItem> items = tables.table("dwd_order_item", OrderItem.class);
        items.groupBy(
                        (key, item) -> KeyValue.pair(
                                item.userId(), requireNonNull(item.quantity()).longValue()),
                        Grouped.with(Serdes.String(), Serdes.Long()))
                .reduce(Long::sum, (sum, gone) -> sum - gone, Materialized.as("per-user"));
    }

    private static Map<String, Long> quantities(UpsertConsumer consumer) {
        Map<String, Long> all = new HashMap<>();
        consumer.derived()
                .query(StateQueryRequest.inStore("per-user").withQuery(RangeQuery.<String, Long>withNoBounds()))
                .getPartitionResults()
                .values()
                .forEach(result -> {
                    try (KeyValueIterator<String, Long> rows = result.getResult()) {
                        rows.forEachRemaining(row -> all.put(row.key, row.value));
                    }
                });
        return all;
    }
}
