package io.keyfold.risk.rule;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.exposure.Exposure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * A user's exposure is above a limit.
 *
 * @param id its name
 * @param severity how grave it is
 * @param measure which part of the exposure
 * @param limit as much is still allowed
 * @param within whose items count; empty for all
 */
public record ExposureAbove(String id, String severity, Measure measure, BigDecimal limit, Optional<Duration> within)
        implements UserRule {

    /** Which part of an exposure. */
    public enum Measure {
        /** What is neither cancelled nor done. */
        OPEN_AMOUNT,
        /** How many items. */
        ITEMS,
        /** The greatest amount of a single item. */
        LARGEST_ITEM,
        /** How many different things. */
        DISTINCT_SKUS
    }

    /** Refuses what no such rule has. */
    public ExposureAbove {
        Allowed.id("id", id);
        Allowed.severity("severity", severity);
        requireNonNull(measure, "measure");
        Allowed.notNegative("limit", limit);
        within.ifPresent(duration -> Allowed.wholeMinutes("within", duration));
    }

    static ExposureAbove of(RuleFields in) {
        return new ExposureAbove(
                in.id(),
                in.severity(),
                in.wordOr("measure", Measure.OPEN_AMOUNT),
                in.number("limit", Allowed::notNegative),
                in.minutesIfSet("within"));
    }

    @Override
    public Optional<Breach> check(Exposure exposure) {
        BigDecimal value = switch (measure) {
            case OPEN_AMOUNT -> exposure.openAmount();
            case ITEMS -> BigDecimal.valueOf(exposure.items());
            case LARGEST_ITEM -> exposure.largest().orElse(BigDecimal.ZERO);
            case DISTINCT_SKUS -> BigDecimal.valueOf(exposure.distinctSkus());
        };
        return value.compareTo(limit) > 0 ? Optional.of(new Breach(value, limit, why(value))) : Optional.empty();
    }

    private String why(BigDecimal value) {
        String above = switch (measure) {
            case OPEN_AMOUNT ->
                "The open amount is " + Words.amount(value) + ", above the limit of " + Words.amount(limit);
            case ITEMS -> "There are " + Words.number(value) + " items, above the limit of " + Words.number(limit);
            case LARGEST_ITEM ->
                "The largest item costs " + Words.amount(value) + ", above the limit of " + Words.amount(limit);
            case DISTINCT_SKUS ->
                "There are " + Words.number(value) + " different SKUs, above the limit of " + Words.number(limit);
        };
        return above
                + within.map(duration -> " (items changed in " + Words.last(duration) + ")")
                        .orElse("")
                + ".";
    }
}
