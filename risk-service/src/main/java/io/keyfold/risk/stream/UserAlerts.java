package io.keyfold.risk.stream;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.alert.AlertEvent;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.Rule;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.UserRule;
import io.keyfold.risk.rule.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Judges a user, and opens, changes and closes the user's alerts. For one thread. */
final class UserAlerts {

    /** Minutes for which items are kept by minute: the longest time that a rule may look back. */
    static final long KEPT_MINUTES = Duration.ofHours(24).toMinutes();

    private static final int MOST_EVENTS = 100;
    private static final int MOST_ITEMS = 20;
    private static final Comparator<Breach> GRAVEST =
            Comparator.comparing(Breach::value).thenComparing(Breach::why);

    private final UserLedger ledger;
    private final Judge judge;
    private final RiskEvents events;

    /**
     * When, and out of what, is judged.
     *
     * @param at now
     * @param minute of it
     * @param stale whether deletes may have been missed
     * @param asOf up to which position, exclusive, each partition of the table has been told
     */
    record Moment(Instant at, long minute, boolean stale, SortedMap<Integer, Long> asOf) {}

    /**
     * What becomes of an alert.
     *
     * @param ruleId the rule that says so
     * @param alert as it is now; null if it is closed
     */
    record Change(String ruleId, @Nullable Alert alert) {}

    UserAlerts(UserLedger ledger, Judge judge, RiskEvents events) {
        this.ledger = ledger;
        this.judge = judge;
        this.events = events;
    }

    /** Writes what has changed, and gives it; the totals say when to judge the user again. */
    List<Change> judge(String user, Moment moment) {
        RuleBook rules = judge.rules();
        Totals totals = ledger.totals(user).keptFrom(moment.minute() - KEPT_MINUTES + 1);
        ledger.keepFrom(user, totals.keptFrom());
        if (totals.rules().equals(rules.version())) {
            ledger.judgeDue(user, moment.minute());
        } else {
            ledger.judgeAll(user, moment.minute());
        }
        SortedMap<String, Alert> open = ledger.open(user);
        List<Change> changes = new ArrayList<>();
        Map<String, List<UserReads.Found>> found = new HashMap<>();
        ledger.breaches(user)
                .forEach(one -> found.computeIfAbsent(one.ruleId(), none -> new ArrayList<>())
                        .add(one));
        Map<Optional<Duration>, Exposure> exposures = new HashMap<>();
        for (Rule rule : rules.rules()) {
            Alert before = open.remove(rule.id());
            Verdict verdict = rule instanceof UserRule userRule
                    ? judge.ask(userRule, exposure(exposures, user, userRule, moment.minute()))
                    : gravest(found.getOrDefault(rule.id(), List.of()));
            if (verdict instanceof Verdict.Failed) {
                continue;
            }
            Optional<Alert> after = verdict instanceof Verdict.Breached breached
                    ? Optional.of(alert(
                            user, rule, breached.breach(), found.getOrDefault(rule.id(), List.of()), before, moment))
                    : Optional.empty();
            change(rule.id(), before, after.orElse(null)).ifPresent(changes::add);
        }
        open.values().forEach(gone -> changes.add(new Change(gone.ruleId(), null))); // of rules that are no more
        totals = write(user, totals, changes, moment);
        ledger.put(user, totals.judged(rules.version(), wakeAt(user, rules, moment.minute())));
        return changes;
    }

    private Exposure exposure(Map<Optional<Duration>, Exposure> known, String user, UserRule rule, long minute) {
        return known.computeIfAbsent(
                rule.within(),
                within -> within.map(time -> ledger.exposure(
                                user, judge.rules().statuses(), UserReads.Minutes.last(time.toMinutes(), minute)))
                        .orElseGet(() -> ledger.exposure(user, judge.rules().statuses())));
    }

    private static Verdict gravest(List<UserReads.Found> found) {
        return found.stream()
                .map(UserReads.Found::breach)
                .max(GRAVEST)
                .<Verdict>map(Verdict.Breached::new)
                .orElseGet(Verdict.Clear::new);
    }

    private static Alert alert(
            String user, Rule rule, Breach breach, List<UserReads.Found> found, @Nullable Alert before, Moment moment) {
        TreeSet<ItemKey> items = new TreeSet<>();
        found.forEach(one -> one.item().ifPresent(items::add));
        return new Alert(
                user,
                rule.id(),
                rule.severity(),
                breach.why(),
                breach.value(),
                breach.limit(),
                items.stream().limit(MOST_ITEMS).toList(),
                items.size(),
                before == null ? moment.at() : before.openedAt(),
                moment.at(),
                moment.stale(),
                moment.asOf());
    }

    private static Optional<Change> change(String ruleId, @Nullable Alert before, @Nullable Alert after) {
        boolean same = before == null ? after == null : after != null && before.saysTheSame(after);
        return same ? Optional.empty() : Optional.of(new Change(ruleId, after));
    }

    private Totals write(String user, Totals totals, List<Change> changes, Moment moment) {
        SortedMap<String, Alert> open = ledger.open(user);
        Totals now = totals;
        for (Change change : changes) {
            Alert before = open.get(change.ruleId());
            StateKeys key = UserReads.alertKey(user, change.ruleId());
            if (change.alert() == null) {
                ledger.state().delete(key);
                events.closed(change.ruleId());
                now = before == null
                        ? now
                        : remember(user, now, new AlertEvent(AlertEvent.Kind.CLOSED, moment.at(), before));
                continue;
            }
            ledger.state().put(key, UserReads.ALERT.write(change.alert()));
            if (before == null) {
                events.opened(change.ruleId());
                now = remember(user, now, new AlertEvent(AlertEvent.Kind.OPENED, moment.at(), change.alert()));
            } else {
                events.updated(change.ruleId());
            }
        }
        return now;
    }

    private Totals remember(String user, Totals totals, AlertEvent event) {
        ledger.state().put(UserReads.eventKey(user, totals.nextEvent()), UserReads.EVENT.write(event));
        ledger.state().delete(UserReads.eventKey(user, totals.nextEvent() - MOST_EVENTS));
        return totals.withEvents(1);
    }

    /** The next minute at which an item leaves or enters what a rule looks at, or is not kept any more; null if never. */
    private @Nullable Long wakeAt(String user, RuleBook rules, long minute) {
        Long wake = ledger.firstWake(user);
        wake = earlier(wake, ledger.minuteFrom(user, minute + 1));
        wake = earlier(wake, ledger.minuteFrom(user, Long.MIN_VALUE).map(first -> first + KEPT_MINUTES));
        for (UserRule rule : rules.userRules()) {
            if (rule.within().isPresent()) {
                long span = rule.within().get().toMinutes();
                wake = earlier(wake, ledger.minuteFrom(user, minute - span + 1).map(first -> first + span));
            }
        }
        return wake;
    }

    private static @Nullable Long earlier(@Nullable Long one, Optional<Long> other) {
        return other.isPresent() && (one == null || other.get() < one) ? other.get() : one;
    }
}
