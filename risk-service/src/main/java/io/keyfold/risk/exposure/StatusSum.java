package io.keyfold.risk.exposure;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A user's items of one status.
 *
 * @param status null for items without one
 * @param items how many
 * @param amount what they cost together
 */
public record StatusSum(@Nullable String status, long items, BigDecimal amount) {}
