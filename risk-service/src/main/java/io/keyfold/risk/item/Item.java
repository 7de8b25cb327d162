package io.keyfold.risk.item;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is now, and what came before.
 *
 * @param key which
 * @param skuId what was bought
 * @param quantity how many
 * @param amount what they cost together
 * @param status the order's status
 * @param minute when the upstream database changed it, in minutes since the epoch; null if it does not say
 * @param past its own earlier versions
 */
public record Item(
        ItemKey key,
        @Nullable String skuId,
        @Nullable Integer quantity,
        @Nullable BigDecimal amount,
        @Nullable String status,
        @Nullable Long minute,
        Past past) {

    /** Refuses an item without a key or a past. */
    public Item {
        requireNonNull(key, "key");
        requireNonNull(past, "past");
    }

    /** {@return what it costs; nothing if it does not say} */
    public BigDecimal amountOrZero() {
        return amount == null ? BigDecimal.ZERO : amount;
    }
}
