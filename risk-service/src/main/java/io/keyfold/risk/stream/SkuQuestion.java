package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What the rules about SKUs would say if a user bought one.
 *
 * @param skuId what
 * @param userId who
 * @param minute when, in minutes since the epoch; null if the item would not say
 */
public record SkuQuestion(
        String skuId, String userId, @Nullable Long minute) {

    /** Refuses a question about nothing. */
    public SkuQuestion {
        requireNonNull(skuId, "skuId");
        requireNonNull(userId, "userId");
    }
}
