package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;

/**
 * Too much: how much, how much is allowed, and that in words.
 *
 * @param value what it is
 * @param limit what it may be
 * @param why one sentence for a person, which says both
 */
public record Breach(BigDecimal value, BigDecimal limit, String why) {

    /** Refuses a breach with something missing. */
    public Breach {
        requireNonNull(value, "value");
        requireNonNull(limit, "limit");
        requireNonNull(why, "why");
    }
}
