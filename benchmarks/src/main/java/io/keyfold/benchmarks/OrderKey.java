package io.keyfold.benchmarks;

/**
 * The key of {@code dwd_order_item} as a user of stock Kafka Streams would declare it.
 *
 * @param orderId the order
 * @param itemId the item in it
 */
public record OrderKey(String orderId, String itemId) {}
