package io.keyfold.risk.item;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code dwd_order_item}.
 *
 * @param orderId the order
 * @param itemId the item within the order
 * @param userId who bought it
 * @param skuId what was bought
 * @param quantity how many
 * @param amount what they cost together
 * @param orderStatus the order's status, as the upstream job names it
 * @param updateTime when the upstream database changed the row
 */
public record OrderItem(
        String orderId,
        String itemId,
        @Nullable String userId,
        @Nullable String skuId,
        @Nullable Integer quantity,
        @Nullable BigDecimal amount,
        @Nullable String orderStatus,
        @Nullable LocalDateTime updateTime) {}
