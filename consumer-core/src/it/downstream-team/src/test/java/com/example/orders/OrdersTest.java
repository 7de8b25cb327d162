package com.example.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.query.Answer;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a team downstream writes first: a row comes, changes and goes, on a real broker. */
@ExtendWith(KeyfoldKafkaExtension.class)
class OrdersTest {

    public record OrderItem(String orderId, String itemId, BigDecimal amount) {}

    @Test
    void row_insertedUpdatedDeleted_followsTheTopic(KeyfoldKafka kafka, @TempDir Path stateDir) throws Exception {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 6);
        RowKey key = RowKey.of("A1001", "I02");
        BlockingQueue<RowChange<OrderItem>> changes = new LinkedBlockingQueue<>();
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
                UpsertConsumer consumer = UpsertConsumer.builder("orders-test")
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(stateDir)
                        .table(contract)
                        .build()) {
            consumer.start();
            assertTrue(consumer.awaitReady(Duration.ofSeconds(60)));
            UpsertTable<OrderItem> items = consumer.table("dwd_order_item", OrderItem.class);
            items.subscribe(changes::add);

            topic.upsert(Map.of("order_id", "A1001", "item_id", "I02", "amount", new BigDecimal("19.9")));
            assertEquals(RowKind.INSERT, next(changes).kind());
            assertEquals(new BigDecimal("19.90"), found(items.get(key)).amount());

            topic.upsert(Map.of("order_id", "A1001", "item_id", "I02", "amount", new BigDecimal("100")));
            RowChange<OrderItem> update = next(changes);
            assertEquals(new BigDecimal("19.90"), update.before().orElseThrow().value().amount());
            assertEquals(new BigDecimal("100.00"), update.after().orElseThrow().value().amount());

            topic.tombstone("A1001", "I02");
            assertEquals(RowKind.DELETE, next(changes).kind());
            assertInstanceOf(Answer.Absent.class, items.get(key));
        }
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(60, TimeUnit.SECONDS);
        assertTrue(next != null, "a change in time");
        return next;
    }

    private static <T> T found(Answer<T> answer) {
        if (answer instanceof Answer.Found<T> found) {
            return found.row().value();
        }
        throw new AssertionError("expected the row to be found, was " + answer);
    }
}
