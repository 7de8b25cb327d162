package io.keyfold.test.demo;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Seeded insert-update-delete traffic on {@code dwd_order_item}, in transactions as a Flink job's checkpoints, some of
 * which fail and roll back. Knows what a reader of committed records must see. For one thread.
 */
final class OrderTraffic implements AutoCloseable {

    private static final List<String> STATUSES = List.of("CREATED", "PAID", "SHIPPED", "DONE", "CANCELLED", "已退款");
    private static final int ORDERS = 300;
    private static final int ITEMS = 4;
    private static final int USERS = 40;
    private static final int SKUS = 60;
    private static final int CHANGES_A_CHECKPOINT = 25;
    private static final double DELETED = 0.12;
    private static final double ROLLED_BACK = 0.05;

    private final Random random;
    private final UpsertTopic topic;
    private final UpsertTransaction sink;
    private final Map<RowKey, Map<String, Object>> committed = new HashMap<>();
    private final Map<RowKey, @Nullable Map<String, Object>> pending = new HashMap<>();
    private final Set<String> orders = new TreeSet<>();
    private final Set<String> users = new TreeSet<>();
    private long changes;

    OrderTraffic(String bootstrapServers, TableContract contract, long seed) {
        this.random = new Random(seed);
        this.topic = UpsertTopic.open(bootstrapServers, contract);
        // The id of a job that was restarted: what its predecessor left open is aborted.
        this.sink = topic.begin("demo-orders-0");
    }

    /** Writes changes and ends with a checkpoint. */
    void write(int count) {
        for (int i = 0; i < count; i++) {
            change();
            if (pending.size() >= CHANGES_A_CHECKPOINT) {
                checkpoint(random.nextDouble() < ROLLED_BACK);
            }
        }
        checkpoint(false);
    }

    private void change() {
        String order = "A" + (1000 + random.nextInt(ORDERS));
        String item = "I0" + (1 + random.nextInt(ITEMS));
        RowKey key = RowKey.of(order, item);
        orders.add(order);
        changes++;
        boolean exists = pending.containsKey(key) ? pending.get(key) != null : committed.containsKey(key);
        if (exists && random.nextDouble() < DELETED) {
            sink.tombstone(order, item);
            pending.put(key, null);
            return;
        }
        Map<String, Object> row = row(order, item);
        sink.upsert(row);
        users.add(String.valueOf(row.get("user_id")));
        pending.put(key, row);
    }

    private Map<String, Object> row(String order, String item) {
        Map<String, Object> row = new HashMap<>();
        row.put("order_id", order);
        row.put("item_id", item);
        row.put("user_id", "U" + random.nextInt(USERS));
        row.put("sku_id", "SKU-" + random.nextInt(SKUS));
        row.put("quantity", 1 + random.nextInt(9));
        row.put("amount", BigDecimal.valueOf(random.nextInt(100_000), 2));
        row.put("order_status", STATUSES.get(random.nextInt(STATUSES.size())));
        row.put("update_time", LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
        return row;
    }

    private void checkpoint(boolean fails) {
        if (fails) {
            sink.rollBack();
        } else {
            sink.checkpoint();
            pending.forEach((key, row) -> {
                if (row == null) {
                    committed.remove(key);
                } else {
                    committed.put(key, row);
                }
            });
        }
        pending.clear();
    }

    /** Changes written so far, those that were rolled back among them. */
    long changes() {
        return changes;
    }

    /** The rows that a reader of committed records must see, by key. */
    Map<RowKey, Map<String, Object>> expected() {
        return Map.copyOf(committed);
    }

    /** Every order that was ever written, with rows or without. */
    Set<String> orders() {
        return Set.copyOf(orders);
    }

    /** Every user that was ever written, with rows or without. */
    Set<String> users() {
        return Set.copyOf(users);
    }

    /** Some order that has rows now. */
    String anOrder() {
        return new ArrayList<>(committed.keySet()).get(0).values().get(0).toString();
    }

    /** Some user that has rows now. */
    String aUser() {
        return requireNonNull(new ArrayList<>(committed.values()).get(0).get("user_id"))
                .toString();
    }

    @Override
    public void close() {
        sink.close();
        topic.close();
    }
}
