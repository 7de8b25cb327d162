package io.keyfold.dashboard.totals;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What the dashboard reads of a row of {@code dwd_order_item}. Public because the core reads values into it.
 *
 * @param orderId the order
 * @param amount what the item costs
 * @param orderStatus the order's status, as the upstream job names it
 */
public record OrderItem(
        String orderId,
        @Nullable BigDecimal amount,
        @Nullable String orderStatus) {}
