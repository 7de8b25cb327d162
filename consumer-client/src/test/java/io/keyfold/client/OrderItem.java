package io.keyfold.client;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A row of dwd_order_item as a user would declare it. */
public record OrderItem(
        String orderId,
        String itemId,
        @Nullable String userId,
        @Nullable String skuId,
        @Nullable Integer quantity,
        @Nullable BigDecimal amount,
        @Nullable String orderStatus,
        @Nullable LocalDateTime updateTime) {}
