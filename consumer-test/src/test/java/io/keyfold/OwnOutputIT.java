package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.Finding;
import io.keyfold.query.Scan;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.SourceTables;
import io.keyfold.store.UpsertProduced;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Grouped;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A consumer reads what its own topology writes as a table like any other. */
@ExtendWith(KeyfoldKafkaExtension.class)
class OwnOutputIT {

    private static final int PARTITIONS = 3;
    private static final int USERS = 12;

    private static TableContract counts(KeyfoldKafka kafka) {
        return kafka.createTable(RecordedTables.table("user_id STRING, items BIGINT", "user_id"), PARTITIONS);
    }

    /** How many items a user has; none, and the row goes. */
    private static void build(SourceTables tables, TableContract counts) {
        tables.table("dwd_order_item", OrderItem.class)
                .groupBy(
                        (key, item) -> KeyValue.pair(item.userId(), item.itemId()),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .count()
                .toStream()
                .map((user, count) -> KeyValue.pair(
                        RowKey.of(user), count == 0 ? null : ColumnValues.of(Map.of("user_id", user, "items", count))))
                .to(counts.topic(), UpsertProduced.of(counts));
    }

    private static Map<String, Long> rows(UpsertTable<ColumnValues> table) {
        Map<String, Long> all = new TreeMap<>();
        for (Row<ColumnValues> row : table.scan(Scan.all()).rows()) {
            all.put(
                    (String) row.key().values().get(0),
                    row.value().integer("items").orElseThrow());
        }
        return all;
    }

    @Test
    void outputTopic_asATableOfTheSameConsumer_followsInsertsUpdatesAndDeletes(
            KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        TableContract items = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        TableContract counts = counts(kafka);
        Map<String, Long> expected = new TreeMap<>();
        Collection<RowKind> kinds = new ConcurrentLinkedQueue<>();
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), items);
                UpsertConsumer consumer = UpsertConsumer.builder(kafka.uniqueName("own-output"))
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(stateDir)
                        .materialization(Materialization.CHANGELOG)
                        .table(items)
                        .table(counts)
                        .topology((builder, tables) -> build(tables, counts))
                        .build()) {
            UpsertTable<ColumnValues> table = consumer.table(counts.name()).asColumns();
            table.subscribe((RowChange<ColumnValues> change) -> kinds.add(change.kind()));
            for (int i = 0; i < USERS; i++) {
                write(topic, "A" + i, "U" + i);
                expected.put("U" + i, 1L);
            }
            consumer.start();
            assertThat(consumer.awaitReady(TableUnderTest.PATIENCE)).isTrue();
            awaitRows(table, expected);

            for (int i = 0; i < USERS; i += 2) {
                write(topic, "B" + i, "U" + i); // one more
                write(topic, "A" + (i + 1), "U" + i); // and one that goes over
                expected.put("U" + i, 3L);
                expected.remove("U" + (i + 1));
            }
            awaitRows(table, expected);

            topic.tombstone("A0", "I1");
            topic.tombstone("A1", "I1");
            topic.tombstone("B0", "I1");
            expected.remove("U0");
            awaitRows(table, expected);

            assertThat(kinds).contains(RowKind.INSERT, RowKind.UPDATE, RowKind.DELETE);
            assertThat(table.scan(Scan.all()).rows())
                    .allSatisfy(row -> assertThat(row.position().partition())
                            .isEqualTo(table.locate(row.key()).partition()));
            assertThat(table.findings())
                    .extracting(Finding::id)
                    .as("but for the one of every topic on one broker")
                    .isSubsetOf("replication");
            assertThat(List.copyOf(rows(table).keySet())).hasSize(USERS / 2 - 1);
        }
    }

    private static void awaitRows(UpsertTable<ColumnValues> table, Map<String, Long> expected) {
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(rows(table)).isEqualTo(expected));
    }

    private static void write(UpsertTopic topic, String order, String user) {
        topic.upsert(Map.of("order_id", order, "item_id", "I1", "user_id", user, "quantity", 1));
    }
}
