package io.keyfold.dashboard.totals;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds up order items as they are read, in key order, on one thread. An item without an amount counts as an item and adds
 * nothing.
 */
final class Totals {

    private static final int CENTS = 2;

    private final Map<Optional<String>, Sum> byStatus = new HashMap<>();
    private final Sum all = new Sum();
    private long orders;
    private String lastOrder = "";

    void add(OrderItem item) {
        if (orders == 0 || !item.orderId().equals(lastOrder)) {
            orders++; // key order: the items of an order follow each other
            lastOrder = item.orderId();
        }
        all.add(item);
        byStatus.computeIfAbsent(Optional.ofNullable(item.orderStatus()), status -> new Sum())
                .add(item);
    }

    long orders() {
        return orders;
    }

    Sum all() {
        return all;
    }

    /** {@return the statuses that items have, none where they have none, in no order} */
    List<Optional<String>> statuses() {
        return new ArrayList<>(byStatus.keySet());
    }

    Sum of(Optional<String> status) {
        return byStatus.getOrDefault(status, new Sum());
    }

    /** Some items: how many, and what they cost together. */
    static final class Sum {

        private long items;
        private BigDecimal amount = BigDecimal.ZERO.setScale(CENTS);

        private void add(OrderItem item) {
            items++;
            BigDecimal more = item.amount();
            if (more != null) {
                amount = amount.add(more);
            }
        }

        long items() {
            return items;
        }

        /** {@return the amount with two fraction digits and without an exponent, such as {@code 1234.50}} */
        String plainAmount() {
            return amount.setScale(CENTS).toPlainString();
        }
    }
}
