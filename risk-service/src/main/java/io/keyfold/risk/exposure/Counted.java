package io.keyfold.risk.exposure;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An item as far as it counts.
 *
 * @param sku what was bought
 * @param amount what it costs
 * @param status its order's status
 */
public record Counted(
        @Nullable String sku,
        @Nullable BigDecimal amount,
        @Nullable String status) {}
