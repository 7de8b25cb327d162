package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.OrderItem;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.topic.FastCompaction;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Items of two users, some of which are deleted and forgotten by their topic, with what they are joined to; every item has one.
 * One item for each of {@code A0, A1 ..}; all are written at first. For one thread.
 */
final class ZombieScene implements AutoCloseable {

    /** Half of it is what the guard allows. */
    static final Duration DELETE_RETENTION = Duration.ofSeconds(6);

    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final int PARTITIONS = 2;
    static final String ITEMS = "dwd_order_item";
    static final String USERS = "users";
    static final String SHIPMENTS = "shipments";
    static final String ITEM = "I1";

    private static final int FEW_ITEMS = 12;
    private static final Set<String> DELETED = Set.of("A0", "A3", "A4", "A7", "A8");

    private final KeyfoldKafka kafka;
    private final TableContract items;
    private final TableContract users;
    private final TableContract shipments;
    private final UpsertTopic itemTopic;
    private final UpsertTopic shipmentTopic;
    private final Map<String, OrderItem> live = new TreeMap<>();
    private final Map<String, OrderItem> zombies = new TreeMap<>();
    /** By order: where the zombies were deleted. */
    private final Map<String, RecordPosition> deletes = new TreeMap<>();

    ZombieScene(KeyfoldKafka kafka) {
        this(kafka, FEW_ITEMS);
    }

    ZombieScene(KeyfoldKafka kafka, int itemCount) {
        this(kafka, itemCount, DELETE_RETENTION);
    }

    private ZombieScene(KeyfoldKafka kafka, int itemCount, Duration retention) {
        this.kafka = kafka;
        this.items = kafka.createTable(itemContract(), PARTITIONS, FastCompaction.topicConfigs(retention));
        this.users = kafka.createTable(userContract(), PARTITIONS);
        this.shipments = kafka.createTable(shipmentContract(), PARTITIONS);
        this.itemTopic = UpsertTopic.open(kafka.bootstrapServers(), items);
        this.shipmentTopic = UpsertTopic.open(kafka.bootstrapServers(), shipments);
        try (UpsertTopic userTopic = UpsertTopic.open(kafka.bootstrapServers(), users)) {
            List.of("U0", "U1", "U2").forEach(user -> userTopic.upsert(user, Derived.LEVEL));
        }
        for (int i = 0; i < itemCount; i++) {
            write("A" + i, "U" + i % 2, i + 1);
        }
    }

    /** Who keeps up has twice the time to do so. */
    static ZombieScene slowly(KeyfoldKafka kafka) {
        return new ZombieScene(kafka, FEW_ITEMS, DELETE_RETENTION.multipliedBy(2));
    }

    static TableContract itemContract() {
        return TableContracts.named(ITEMS);
    }

    static TableContract userContract() {
        return contract(USERS, List.of("user_id"), "level", "INT");
    }

    static TableContract shipmentContract() {
        return contract(SHIPMENTS, List.of("order_id", "item_id"), "carrier", "STRING");
    }

    private static TableContract contract(String name, List<String> key, String column, String type) {
        List<Column> columns = new ArrayList<>();
        key.forEach(part -> columns.add(new Column(part, SqlType.parse("STRING"), false, false)));
        columns.add(new Column(column, SqlType.parse(type), true, false));
        return new TableContract(
                name,
                name,
                key,
                ValueFields.ALL,
                JsonOptions.FLINK_DEFAULTS,
                columns,
                TopicRequirements.KAFKA_DEFAULTS);
    }

    private RecordPosition write(String order, String user, int quantity) {
        OrderItem item = item(order, user, quantity);
        live.put(order, item);
        shipmentTopic.upsert(order, ITEM, Derived.CARRIER);
        return itemTopic.upsert(Map.of(
                "order_id", order,
                "item_id", ITEM,
                "user_id", user,
                "quantity", quantity,
                "amount", item.amount(),
                "order_status", "PAID"));
    }

    static OrderItem item(String order, String user, int quantity) {
        return new OrderItem(order, ITEM, user, null, quantity, BigDecimal.valueOf(quantity * 125L, 2), "PAID", null);
    }

    /** Deletes some of the first, of both users, in every partition. */
    void delete() {
        delete(DELETED);
    }

    /** Deletes these, which are in every partition. */
    void delete(Collection<String> orders) {
        Set<Integer> with = new HashSet<>();
        orders.forEach(order -> {
            RecordPosition deleted = itemTopic.tombstone(order, ITEM);
            with.add(deleted.partition());
            deletes.put(order, deleted);
            zombies.put(order, live.remove(order));
        });
        assertThat(with).as("partitions with deletes").hasSize(PARTITIONS);
    }

    /** Returns when the log holds neither the rows nor their tombstones. */
    void awaitForgotten() {
        itemTopic.awaitForgotten(zombieKeys().toArray(RowKey[]::new));
    }

    /** From now on the topic keeps deletes for a day, as the contract asks: those who keep up need not be quick. */
    void keepDeletes() {
        ConfigEntry day = new ConfigEntry(
                TopicConfig.DELETE_RETENTION_MS_CONFIG,
                Long.toString(items.requirements().deleteRetention().toMillis()));
        kafka.admin()
                .incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, items.topic()),
                        List.of(new AlterConfigOp(day, AlterConfigOp.OpType.SET))))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** New items, one a partition at least: who has them has read past all that was before. */
    void writeMore() {
        writeMore(PARTITIONS);
    }

    /** So many at least. */
    void writeMore(int count) {
        Set<Integer> partitions = new HashSet<>();
        int first = live.size() + zombies.size();
        for (int i = first; i < first + count || partitions.size() < PARTITIONS; i++) {
            partitions.add(write("A" + i, "U2", i + 1).partition());
        }
    }

    UpsertTopic itemTopic() {
        return itemTopic;
    }

    KeyfoldKafka kafka() {
        return kafka;
    }

    TableContract items() {
        return items;
    }

    TableContract users() {
        return users;
    }

    TableContract shipments() {
        return shipments;
    }

    /** Those that are not deleted. */
    Collection<OrderItem> live() {
        return live.values();
    }

    /** Those that are. */
    Collection<OrderItem> zombies() {
        return zombies.values();
    }

    List<RowKey> zombieKeys() {
        return zombies.keySet().stream().map(order -> RowKey.of(order, ITEM)).toList();
    }

    /** Those of one partition. */
    List<RowKey> zombieKeys(int partition) {
        return deletes.entrySet().stream()
                .filter(zombie -> zombie.getValue().partition() == partition)
                .map(zombie -> RowKey.of(zombie.getKey(), ITEM))
                .toList();
    }

    /** Offset of the first delete in one partition. */
    long firstDelete(int partition) {
        return deletes.values().stream()
                .filter(deleted -> deleted.partition() == partition)
                .mapToLong(RecordPosition::offset)
                .min()
                .orElseThrow();
    }

    /** What should be derived. */
    Derived expected() {
        return Derived.of(live.values());
    }

    /** What is derived by somebody who has missed the deletes. */
    Derived withZombies() {
        List<OrderItem> all = new ArrayList<>(live.values());
        all.addAll(zombies.values());
        return Derived.of(all);
    }

    @Override
    public void close() {
        itemTopic.close();
        shipmentTopic.close();
    }
}
