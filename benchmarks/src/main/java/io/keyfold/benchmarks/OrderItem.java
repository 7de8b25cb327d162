package io.keyfold.benchmarks;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code dwd_order_item} as a user of stock Kafka Streams would declare it.
 *
 * @param orderId the order
 * @param itemId the item in it
 * @param userId who ordered
 * @param skuId what
 * @param quantity how many
 * @param amount for how much
 * @param orderStatus the order's state
 * @param updateTime when it last changed, in Flink's SQL form
 */
public record OrderItem(
        String orderId,
        String itemId,
        @Nullable String userId,
        @Nullable String skuId,
        @Nullable Integer quantity,
        @Nullable BigDecimal amount,
        @Nullable String orderStatus,
        @Nullable String updateTime) {}
