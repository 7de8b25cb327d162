package io.keyfold.zombie;

import static java.util.Objects.requireNonNull;

import io.keyfold.OrderItem;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a topology makes of order items, and what it should make of them.
 *
 * @param items each item, by its order
 * @param perUser the sum of quantities of each user, without those that are 0
 * @param joined each item with its user, by its order: a join by foreign key
 * @param shipped each item with its shipment, by its order: a join by primary key
 */
record Derived(
        Map<String, String> items, Map<String, Long> perUser, Map<String, String> joined, Map<String, String> shipped) {

    static final int LEVEL = 3;
    static final String CARRIER = "DHL";

    Derived() {
        this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    }

    /** What these come to, each user and each shipment being there. */
    static Derived of(Collection<OrderItem> all) {
        Derived derived = new Derived();
        for (OrderItem item : all) {
            String text = ItemText.ofItem(item);
            derived.items.put(item.orderId(), text);
            derived.perUser.merge(
                    requireNonNull(item.userId()),
                    requireNonNull(item.quantity()).longValue(),
                    Long::sum);
            derived.joined.put(item.orderId(), text + " at level " + LEVEL);
            derived.shipped.put(item.orderId(), text + " by " + CARRIER);
        }
        return derived;
    }

    /** Takes in what another instance has; what both have is right on neither. */
    void add(Derived other) {
        other.items.forEach((order, item) -> items.merge(order, item, (one, two) -> "twice: " + one));
        other.perUser.forEach((user, sum) -> perUser.merge(user, sum, (one, two) -> Long.MIN_VALUE));
        other.joined.forEach((order, text) -> joined.merge(order, text, (one, two) -> "twice: " + one));
        other.shipped.forEach((order, text) -> shipped.merge(order, text, (one, two) -> "twice: " + one));
    }

    /** The same with these items. */
    Derived withItems(Map<String, String> other) {
        return new Derived(other, perUser, joined, shipped);
    }
}
