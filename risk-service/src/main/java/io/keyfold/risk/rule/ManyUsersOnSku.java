package io.keyfold.risk.rule;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/**
 * Many users bought one thing in a short time. The breach tells the limit alone, not how many they are: else each that joins
 * would change the alerts of all.
 *
 * @param id its name
 * @param severity how grave it is
 * @param limit as many users are too many
 * @param within how many minutes count
 */
public record ManyUsersOnSku(String id, String severity, int limit, Duration within) implements SkuRule {

    /** Refuses what no such rule has. */
    public ManyUsersOnSku {
        Allowed.id("id", id);
        Allowed.severity("severity", severity);
        Allowed.oneOrMore("limit", limit);
        Allowed.wholeMinutes("within", within);
    }

    static ManyUsersOnSku of(RuleFields in) {
        return new ManyUsersOnSku(in.id(), in.severity(), in.count("limit", Allowed::oneOrMore), in.minutes("within"));
    }

    @Override
    public Optional<Breach> check(String skuId, long users) {
        if (users < limit) {
            return Optional.empty();
        }
        String why =
                limit + " or more users have items of " + skuId + " that were changed in " + Words.last(within) + ".";
        return Optional.of(new Breach(BigDecimal.valueOf(limit), BigDecimal.valueOf(limit), why));
    }
}
