package io.keyfold.risk.amount;

import io.keyfold.risk.item.OrderItem;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What order items amount to, in all and by status. An item without an amount counts as an item and adds nothing.
 *
 * @param total all of them
 * @param byStatus by status; those without one under the empty optional, last
 */
record LiveAmount(Sum total, SortedMap<Optional<String>, Sum> byStatus) {

    private static final Comparator<Optional<String>> UNNAMED_LAST = Comparator.comparing(
                    (Optional<String> status) -> status.isEmpty())
            .thenComparing(status -> status.orElse(""));

    /** No items. */
    static final LiveAmount NONE = new LiveAmount(Sum.ZERO, Collections.emptySortedMap());

    LiveAmount {
        SortedMap<Optional<String>, Sum> copy = new TreeMap<>(UNNAMED_LAST);
        copy.putAll(byStatus);
        byStatus = Collections.unmodifiableSortedMap(copy);
    }

    LiveAmount plus(OrderItem item) {
        SortedMap<Optional<String>, Sum> more = new TreeMap<>(byStatus);
        more.merge(Optional.ofNullable(item.orderStatus()), Sum.ZERO.plus(item), (sum, one) -> sum.plus(item));
        return new LiveAmount(total.plus(item), more);
    }

    /**
     * Some items.
     *
     * @param items how many
     * @param amount what they cost together, exact
     */
    record Sum(long items, BigDecimal amount) {

        private static final int CENTS = 2;

        static final Sum ZERO = new Sum(0, BigDecimal.ZERO.setScale(CENTS));

        Sum plus(OrderItem item) {
            BigDecimal more = item.amount();
            return new Sum(items + 1, more == null ? amount : amount.add(more));
        }

        /** {@return the amount with two fraction digits and without an exponent, such as {@code 1234.50}} */
        String plainAmount() {
            return amount.setScale(CENTS).toPlainString();
        }
    }
}
