package io.keyfold.risk.stream;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.alert.AlertEvent;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.exposure.StatusSum;
import io.keyfold.risk.rule.Breach;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a user, all of one moment.
 *
 * @param at when it was asked
 * @param exposure of all live items; with the candidate, if there is one
 * @param byStatus the live items by status, without a candidate
 * @param trailing of the items that were changed in the last minutes; with the candidate, if there is one
 * @param open alerts that are open
 * @param history what happened to the user's alerts, the oldest first, the last 100 events
 * @param tried what each rule says of the candidate, in the order of the rules, nothing where it looks at SKUs; none without a
 *     candidate
 * @param rules the version of the rules
 * @param asOf up to which position, exclusive, each partition of the table is in this
 * @param stale partitions of the table in which deletes may have been missed
 */
public record UserAnswer(
        Instant at,
        Exposure exposure,
        List<StatusSum> byStatus,
        List<Trailing> trailing,
        List<Alert> open,
        List<AlertEvent> history,
        List<Tried> tried,
        String rules,
        SortedMap<Integer, Long> asOf,
        List<Integer> stale) {

    /**
     * {@return the same answer, which may be stale for more reasons}
     *
     * @param more partitions of the table in which deletes may have been missed
     */
    public UserAnswer withStale(List<Integer> more) {
        List<Integer> all =
                Stream.concat(stale.stream(), more.stream()).distinct().sorted().toList();
        return new UserAnswer(at, exposure, byStatus, trailing, open, history, tried, rules, asOf, all);
    }

    /**
     * A trailing sum.
     *
     * @param within the last whole minutes
     * @param exposure what the items that were changed in them come to
     */
    public record Trailing(Duration within, Exposure exposure) {}

    /**
     * What a rule says of the candidate.
     *
     * @param ruleId the rule
     * @param breach why it is too much; null if it is not
     * @param failed whether the rule could not tell
     */
    public record Tried(String ruleId, @Nullable Breach breach, boolean failed) {}
}
