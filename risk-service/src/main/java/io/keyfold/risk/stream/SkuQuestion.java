package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.item.ItemKey;
import org.jspecify.annotations.Nullable;

/**
 * What the rules about SKUs would say if a user bought one.
 *
 * @param skuId what
 * @param userId who
 * @param item as which item; if it is there already it counts as it would be, and not as it is
 * @param minute when, in minutes since the epoch; null if the item would not say
 */
public record SkuQuestion(
        String skuId, String userId, ItemKey item, @Nullable Long minute) {

    /** Refuses a question about nothing. */
    public SkuQuestion {
        requireNonNull(skuId, "skuId");
        requireNonNull(userId, "userId");
        requireNonNull(item, "item");
    }
}
