package io.keyfold;

import static java.util.Comparator.comparing;
import static java.util.Comparator.nullsFirst;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an index or a total comes to, as plainly as it can be told: rows sorted, or grouped and gone over. A line a row, or a
 * group.
 */
public interface Recount {

    /**
     * The lines, in their order.
     *
     * @param rows all rows
     */
    List<String> lines(Collection<OrderItem> rows);

    /** Rows in the order of columns, then of their keys. */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    static Recount index(Function<OrderItem, ? extends @Nullable Comparable<?>>... columns) {
        Comparator<OrderItem> order = comparing(row -> values(row, List.of(columns)), Recount::compare);
        return rows -> rows.stream()
                .sorted(order.thenComparing(OrderItem::orderId).thenComparing(OrderItem::itemId))
                .map(OrderItem::toString)
                .toList();
    }

    /** Groups in their order, each with what a measure tells of its rows. */
    static Recount total(
            Function<List<OrderItem>, String> measure,
            List<? extends Function<OrderItem, ? extends @Nullable Comparable<?>>> groupBy) {
        return rows -> {
            TreeMap<List<@Nullable Object>, List<OrderItem>> groups = new TreeMap<>(Recount::compare);
            rows.forEach(row -> groups.computeIfAbsent(values(row, groupBy), group -> new ArrayList<>())
                    .add(row));
            return groups.entrySet().stream()
                    .map(group -> line(group.getKey(), group.getValue().size(), measure.apply(group.getValue())))
                    .toList();
        };
    }

    /** A total's group as both sides tell it. */
    static String line(List<? extends @Nullable Object> group, long rows, String value) {
        return group + " rows " + rows + " " + value;
    }

    /** Of the values that are not null the first in an order, as text. */
    static <C extends Comparable<? super C>> Function<List<OrderItem>, String> best(
            Function<OrderItem, @Nullable C> column, Comparator<C> order) {
        return rows -> text(rows.stream()
                .flatMap(row -> Stream.ofNullable(column.apply(row)))
                .min(order));
    }

    /** The value of a group as both sides tell it. */
    static String text(Optional<?> value) {
        return value.map(Object::toString).orElse("none");
    }

    /** The rows with the greatest values, as text; of equal ones the greatest key first. */
    static <C extends Comparable<? super C>> Function<List<OrderItem>, String> top(
            int limit, Function<OrderItem, @Nullable C> column) {
        Comparator<OrderItem> order = comparing(column, nullsFirst(Comparator.naturalOrder()));
        return rows -> rows.stream()
                .filter(row -> column.apply(row) != null)
                .sorted(order.thenComparing(OrderItem::orderId)
                        .thenComparing(OrderItem::itemId)
                        .reversed())
                .limit(limit)
                .map(row -> column.apply(row) + " of [" + row.orderId() + ", " + row.itemId() + "]")
                .toList()
                .toString();
    }

    private static List<@Nullable Object> values(
            OrderItem row, List<? extends Function<OrderItem, ? extends @Nullable Comparable<?>>> columns) {
        List<@Nullable Object> values = new ArrayList<>();
        columns.forEach(column -> values.add(column.apply(row)));
        return values;
    }

    @SuppressWarnings("unchecked") // values of one column are of one type
    private static int compare(List<@Nullable Object> one, List<@Nullable Object> other) {
        Comparator<@Nullable Comparable<Object>> order = nullsFirst(Comparator.naturalOrder());
        for (int i = 0; i < one.size(); i++) {
            int result = order.compare((Comparable<Object>) one.get(i), (Comparable<Object>) other.get(i));
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }
}
