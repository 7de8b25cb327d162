package io.keyfold.risk.rule;

import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.Past;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The same item was changed too often within the last whole minutes, this one among them. A change in a minute that is still to
 * come counts when it has come.
 *
 * @param id its name
 * @param severity how grave it is
 * @param limit as many changes are still allowed; fewer than are remembered
 * @param within how many minutes count
 */
public record ChangedOften(String id, String severity, int limit, Duration within) implements ItemRule {

    /** Refuses what no such rule has. */
    public ChangedOften {
        Allowed.id("id", id);
        Allowed.severity("severity", severity);
        remembered("limit", limit);
        Allowed.wholeMinutes("within", within);
    }

    private static int remembered(String name, int limit) {
        boolean isAllowed = limit >= 1 && limit < Past.MOST_CHANGES;
        return Allowed.allowed(isAllowed, name, limit, "1 .. " + (Past.MOST_CHANGES - 1));
    }

    static ChangedOften of(RuleFields in) {
        return new ChangedOften(
                in.id(), in.severity(), in.count("limit", ChangedOften::remembered), in.minutes("within"));
    }

    @Override
    public Optional<Breach> check(Item item, long minute) {
        long changes = item.past().changes().stream()
                .filter(change -> change <= minute && leavesAt(change) > minute)
                .count();
        if (changes <= limit) {
            return Optional.empty();
        }
        String times = changes == Past.MOST_CHANGES ? " times or more in " : " times in ";
        String why = "Changed " + changes + times + Words.last(within) + ", above the limit of " + limit + ".";
        return Optional.of(new Breach(BigDecimal.valueOf(changes), BigDecimal.valueOf(limit), why));
    }

    /** {@return when a change leaves the minutes that count, or one that is still to come enters} */
    @Override
    public OptionalLong changesAt(Item item, long minute) {
        return item.past().changes().stream()
                .mapToLong(change -> change > minute ? change : leavesAt(change))
                .filter(next -> next > minute)
                .min();
    }

    private long leavesAt(long change) {
        return change + within.toMinutes();
    }
}
