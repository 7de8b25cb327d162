package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Utils;

/** What a table of order items must hold: the JSON of each key, in key order. Keys are ASCII, so Java's order is the table's. */
final class TableModel {

    private static final Comparator<RowKey> ORDER =
            Comparator.comparing(TableModel::order).thenComparing(TableModel::item);

    private final NavigableMap<RowKey, String> rows = new TreeMap<>(ORDER);

    static String order(RowKey key) {
        return (String) key.values().get(0);
    }

    static String item(RowKey key) {
        return (String) key.values().get(1);
    }

    /** The bytes that Flink writes for a key, as text. */
    static String keyJson(RowKey key) {
        return "{\"order_id\":\"" + order(key) + "\",\"item_id\":\"" + item(key) + "\"}";
    }

    /** A whole row as Flink writes it. */
    static String json(RowKey key, int quantity) {
        return "{\"order_id\":\"" + order(key) + "\",\"item_id\":\"" + item(key)
                + "\",\"user_id\":\"U7\",\"sku_id\":null,\"quantity\":" + quantity
                + ",\"amount\":null,\"order_status\":null,\"update_time\":null}";
    }

    /** The partition that a key hashes to. */
    static int home(RowKey key, int partitions) {
        return Utils.toPositive(Utils.murmur2(keyJson(key).getBytes(UTF_8))) % partitions;
    }

    void put(RowKey key, String json) {
        rows.put(key, json);
    }

    void remove(RowKey key) {
        rows.remove(key);
    }

    NavigableMap<RowKey, String> rows() {
        return rows;
    }

    List<RowKey> keys() {
        return List.copyOf(rows.keySet());
    }

    /** The rows from a bound, inclusive, to a bound, exclusive: leading key columns, at least one. */
    NavigableMap<RowKey, String> between(List<Object> from, List<Object> to) {
        return matching(key -> compare(from, key.values()) <= 0 && compare(key.values(), to) < 0);
    }

    NavigableMap<RowKey, String> matching(Predicate<RowKey> condition) {
        NavigableMap<RowKey, String> some = new TreeMap<>(rows);
        some.keySet().removeIf(key -> !condition.test(key));
        return some;
    }

    /** A bound of one column comes before all rows that have it. */
    static int compare(List<Object> left, List<Object> right) {
        return text(left).compareTo(text(right));
    }

    private static String text(List<Object> bound) {
        return bound.get(0) + "\u0000" + (bound.size() > 1 ? bound.get(1) : "");
    }

    /** In the map's order, which two maps that are equal need not share. */
    static List<Map.Entry<RowKey, String>> entries(NavigableMap<RowKey, String> map) {
        return map.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Rows as a table gave them; a key twice is an error. */
    static NavigableMap<RowKey, String> of(Iterable<Row<RowJson>> rows) {
        NavigableMap<RowKey, String> map = new TreeMap<>(ORDER);
        for (Row<RowJson> row : rows) {
            if (map.put(row.key(), row.value().text()) != null) {
                throw new AssertionError(row.key().values() + " was listed twice");
            }
        }
        return map;
    }

    /** Of several maps; a key in two of them is an error. */
    static NavigableMap<RowKey, String> union(List<? extends Map<RowKey, String>> parts) {
        NavigableMap<RowKey, String> map = new TreeMap<>(ORDER);
        List<RowKey> twice = new ArrayList<>();
        parts.forEach(part -> part.forEach((key, json) -> {
            if (map.put(key, json) != null) {
                twice.add(key);
            }
        }));
        if (!twice.isEmpty()) {
            throw new AssertionError(twice.size() + " keys are in two parts");
        }
        return map;
    }
}
