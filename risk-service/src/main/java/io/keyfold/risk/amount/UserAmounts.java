package io.keyfold.risk.amount;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.micronaut.health.ReadinessReason;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.scan.FullScan;
import io.keyfold.risk.item.OrderItem;
import io.micronaut.context.annotation.Context;
import java.time.Duration;

/**
 * Reads one user's items out of the table.
 *
 * <p>It scans the whole table for every question, which is true at any size and quick only at a small one. An index by
 * user, kept with the table, is to come.
 */
@Context // made at the start, so that a table that is not configured is told then
final class UserAmounts {

    static final String TABLE = "dwd_order_item";

    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private final UpsertTable<OrderItem> table;

    UserAmounts(UpsertConsumer consumer) {
        this.table = consumer.table(TABLE, OrderItem.class);
    }

    /**
     * {@return what the user's items amount to now}
     *
     * @throws ProblemException while the table is not ready: an amount that lacks what is still being restored would be
     *     taken for the truth
     */
    AmountReply amount(String userId) {
        ReadinessReason.of(table.status()).ifPresent(reason -> {
            throw ProblemException.notReady(reason, ASK_AGAIN);
        });
        UserItems items = new UserItems(userId);
        FullScan scan = FullScan.of(table, row -> items.read(row.value()));
        if (scan.hasReadNothing()) {
            throw ProblemException.notReady(scan.missing().get(0).reason(), ASK_AGAIN);
        }
        return AmountReply.of(userId, items.amount(), scan);
    }

    /** Keeps the user's items out of all that are read, on one thread. */
    private static final class UserItems {

        private final String userId;
        private LiveAmount amount = LiveAmount.NONE;

        UserItems(String userId) {
            this.userId = userId;
        }

        void read(OrderItem item) {
            if (userId.equals(item.userId())) {
                amount = amount.plus(item);
            }
        }

        LiveAmount amount() {
            return amount;
        }
    }
}
