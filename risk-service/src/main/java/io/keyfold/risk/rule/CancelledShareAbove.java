package io.keyfold.risk.rule;

import io.keyfold.risk.exposure.Exposure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * Too many of a user's items were cancelled.
 *
 * @param id its name
 * @param severity how grave it is
 * @param limit as great a part is still allowed, 0 .. 1
 * @param minItems with fewer items a share says nothing
 * @param within whose items count; empty for all
 */
public record CancelledShareAbove(String id, String severity, BigDecimal limit, int minItems, Optional<Duration> within)
        implements UserRule {

    /** Refuses what no such rule has. */
    public CancelledShareAbove {
        Allowed.id("id", id);
        Allowed.severity("severity", severity);
        Allowed.share("limit", limit);
        Allowed.oneOrMore("min-items", minItems);
        within.ifPresent(duration -> Allowed.wholeMinutes("within", duration));
    }

    static CancelledShareAbove of(RuleFields in) {
        return new CancelledShareAbove(
                in.id(),
                in.severity(),
                in.number("limit", Allowed::share),
                in.count("min-items", Allowed::oneOrMore),
                in.minutesIfSet("within"));
    }

    @Override
    public Optional<Breach> check(Exposure exposure) {
        BigDecimal allowed = limit.multiply(BigDecimal.valueOf(exposure.items())); // exact, a quotient would not be
        if (exposure.items() < minItems
                || BigDecimal.valueOf(exposure.cancelled()).compareTo(allowed) <= 0) {
            return Optional.empty();
        }
        BigDecimal share = exposure.cancelledShare();
        String why = exposure.cancelled() + " of " + exposure.items() + " items"
                + within.map(duration -> " changed in " + Words.last(duration)).orElse("")
                + " were cancelled: a share of "
                + Words.number(share) + ", above the limit of " + Words.number(limit) + ".";
        return Optional.of(new Breach(share, limit, why));
    }
}
