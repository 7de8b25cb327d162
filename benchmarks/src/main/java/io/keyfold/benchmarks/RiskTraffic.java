package io.keyfold.benchmarks;

import io.keyfold.codec.ValueCodec;
import io.keyfold.risk.item.OrderItem;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys and deletes of other traffic, with users, SKUs, amounts and quantities that rules can tell apart. An order is one
 * user's, some ten items a user; one record of a hundred gives its item to another user. An item's SKU never changes: most have some
 * twenty items, a few have two hundred. Now and then an amount or a quantity is out of all proportion.
 *
 * @param traffic whose keys and times they are
 */
record RiskTraffic(Traffic traffic) implements Records {

    private static final ValueCodec VALUES = ValueCodec.of(Traffic.CONTRACT);
    private static final List<String> STATUSES = List.of("CREATED", "PAID", "SHIPPED", "DONE", "CANCELLED");
    private static final int ITEMS_A_USER = 10;
    private static final int ITEMS_A_SKU = 20;
    private static final int ITEMS_A_HOT_SKU = 200;
    private static final double ON_HOT_SKUS = 0.02;
    private static final double MOVED = 0.01;
    private static final int CENTS = 100_000;
    private static final double TWENTYFOLD_AMOUNT = 0.002;
    private static final double HUNDREDFOLD_QUANTITY = 0.004;

    /** Above any limit of {@code risk-rules.yml}. */
    private static final BigDecimal TOO_MUCH = new BigDecimal("25000.00");

    int users() {
        return atLeastOne(traffic.keys() / ITEMS_A_USER);
    }

    /** {@return the item of a record that is no tombstone} */
    OrderItem item(long record) {
        int key = traffic.key(record);
        double odd = traffic.unit(record, 4);
        long cents = ((long) (traffic.unit(record, 6) * CENTS)) * (odd < TWENTYFOLD_AMOUNT ? 20 : 1);
        boolean isMany = odd >= TWENTYFOLD_AMOUNT && odd < HUNDREDFOLD_QUANTITY;
        return item(
                record,
                key,
                user(record, key),
                (1 + (int) (traffic.unit(record, 5) * 9)) * (isMany ? 100 : 1),
                BigDecimal.valueOf(cents, 2),
                STATUSES.get((int) (traffic.unit(record, 7) * STATUSES.size())));
    }

    /** {@return an item of a user who has no other and whose amount is too much: it opens one alert} */
    OrderItem lone(long record, int number) {
        return item(record, traffic.keys() + number, "V" + Traffic.digits(number, 8), 1, TOO_MUCH, "PAID");
    }

    private OrderItem item(long record, int key, String user, int quantity, BigDecimal amount, String status) {
        List<Object> ids = traffic.rowKey(key).values();
        return new OrderItem(
                (String) ids.get(0),
                (String) ids.get(1),
                user,
                sku(key),
                quantity,
                amount,
                status,
                traffic.updateTime(record));
    }

    private String user(long record, int key) {
        double move = traffic.unit(record, 3);
        double place = move < MOVED ? move / MOVED : ofAll(key / Traffic.ITEMS_AN_ORDER, 3);
        return "U" + Traffic.digits((long) (place * users()), 8);
    }

    private String sku(int key) {
        double place = ofAll(key, 4);
        boolean isHot = place < ON_HOT_SKUS;
        int skus = isHot
                ? atLeastOne((int) (traffic.keys() * ON_HOT_SKUS) / ITEMS_A_HOT_SKU)
                : atLeastOne(traffic.keys() / ITEMS_A_SKU);
        double among = isHot ? place / ON_HOT_SKUS : (place - ON_HOT_SKUS) / (1 - ON_HOT_SKUS);
        return (isHot ? "HOT-" : "SKU-") + Traffic.digits((long) (among * skus), 17);
    }

    /** {@return what is drawn for an order or a key, and thus the same in all of its records} */
    private double ofAll(int number, int draw) {
        return traffic.unit(-1L - number, draw);
    }

    private static int atLeastOne(int number) {
        return Math.max(1, number);
    }

    @Override
    public byte[] keyOf(long record) {
        return traffic.keyOf(record);
    }

    @Override
    public boolean isDelete(long record) {
        return traffic.isDelete(record);
    }

    @Override
    public byte[] value(long record) {
        return value(item(record));
    }

    /** {@return the Kafka value of an item} */
    static byte[] value(OrderItem item) {
        Map<String, Object> row = new HashMap<>();
        row.put("order_id", item.orderId());
        row.put("item_id", item.itemId());
        row.put("user_id", item.userId());
        row.put("sku_id", item.skuId());
        row.put("quantity", item.quantity());
        row.put("amount", item.amount());
        row.put("order_status", item.orderStatus());
        row.put("update_time", item.updateTime());
        return VALUES.encode(row);
    }
}
