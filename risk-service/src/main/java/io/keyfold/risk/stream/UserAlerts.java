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
import io.keyfold.risk.stream.UserReads.Found;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Judges a user, and opens, changes and closes the user's alerts. For one thread. */
final class UserAlerts {

    /** Minutes for which items are kept by minute: the longest time that a rule may look back. */
    static final long KEPT_MINUTES = Duration.ofHours(24).toMinutes();

    /** An alert whose cause is gone is closed only then: a delete whose insert follows is no end. */
    static final long GRACE_MS = 300;

    private static final int MOST_EVENTS = 100;
    private static final long EVENTS_KEPT_MINUTES = Duration.ofDays(30).toMinutes();
    private static final Comparator<Breach> GRAVEST =
            Comparator.comparing(Breach::value).thenComparing(Breach::why);

    private final UserLedger ledger;
    private final Judge judge;
    private final RiskEvents events;
    /** By user and rule, since when an open alert has had no cause. */
    private final Map<String, Map<String, Long>> causelessSinceMs = new HashMap<>();

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

    /**
     * What a judgement has come to.
     *
     * @param changes of alerts
     * @param totals of the user; due if an alert without a cause is still open
     */
    record Judgement(List<Change> changes, Totals totals) {}

    UserAlerts(UserLedger ledger, Judge judge, RiskEvents events) {
        this.ledger = ledger;
        this.judge = judge;
        this.events = events;
    }

    /** Writes what has changed, and gives it; the totals say when to judge the user again. */
    Judgement judge(String user, Moment moment) {
        RuleBook rules = judge.rules(); // one for all of it: they may be taken anew meanwhile
        Totals totals = ledger.totals(user);
        Hints hints = totals.rules().equals(rules.version())
                ? ledger.judgeDue(user, rules, moment.minute(), totals.hints())
                : ledger.judgeAll(user, rules, moment.minute(), totals.hints());
        hints = hints.largest() == null ? hints.withLargest(ledger.largest(user, null)) : hints;
        SortedMap<String, Alert> open = hints.open() ? ledger.open(user) : new TreeMap<>();
        Map<String, List<Found>> found = hints.causes() ? found(user) : Map.of();
        totals = totals.with(hints.withCauses(!found.isEmpty()));
        TrailingSums trailing = trailing(user, rules, moment.minute());
        Map<String, Verdict> verdicts = verdicts(user, totals, rules, found, trailing);
        List<Change> changes = new ArrayList<>();
        SortedMap<String, Alert> left = new TreeMap<>(open);
        boolean again = false;
        for (Rule rule : rules.rules()) {
            Alert before = left.remove(rule.id());
            Verdict verdict = verdicts.get(rule.id());
            if (verdict instanceof Verdict.Breached breached) {
                hasCause(user, rule.id());
                List<Found> causes = found.getOrDefault(rule.id(), List.of());
                Alert after = alert(user, rule, breached.breach(), causes, before, moment);
                if (before == null || !before.saysTheSame(after)) {
                    changes.add(new Change(rule.id(), after));
                }
            } else if (verdict instanceof Verdict.Clear && before != null) {
                if (mayClose(user, rule.id(), moment)) {
                    changes.add(new Change(rule.id(), null));
                } else {
                    again = true;
                }
            }
        }
        left.values().forEach(gone -> changes.add(new Change(gone.ruleId(), null))); // of rules that are no more
        totals = forgetEvents(user, write(user, totals, open, changes, moment), moment);
        boolean failed = verdicts.values().stream().anyMatch(Verdict.Failed.class::isInstance);
        Long wakeAt = wakeAt(totals, trailing);
        wakeAt = failed ? earlier(wakeAt, Optional.of(moment.minute() + 1)) : wakeAt;
        totals = totals.judged(rules.version(), wakeAt, again);
        ledger.put(user, totals);
        return new Judgement(changes, totals);
    }

    private Map<String, List<Found>> found(String user) {
        Map<String, List<Found>> found = new HashMap<>();
        ledger.breaches(user)
                .forEach(one -> found.computeIfAbsent(one.ruleId(), none -> new ArrayList<>())
                        .add(one));
        return found;
    }

    private TrailingSums trailing(String user, RuleBook rules, long minute) {
        Set<Duration> spans = new HashSet<>();
        rules.userRules().forEach(rule -> rule.within().ifPresent(spans::add));
        TrailingSums trailing = TrailingSums.of(ledger, user, rules.statuses(), spans, minute, null);
        trailing.old().forEach(ledger.state()::delete);
        return trailing;
    }

    private Map<String, Verdict> verdicts(
            String user, Totals totals, RuleBook rules, Map<String, List<Found>> found, TrailingSums trailing) {
        Map<Optional<Duration>, Exposure> exposures = new HashMap<>();
        Map<String, Verdict> verdicts = new HashMap<>();
        for (Rule rule : rules.rules()) {
            verdicts.put(
                    rule.id(),
                    rule instanceof UserRule userRule
                            ? judge.ask(
                                    userRule,
                                    exposures.computeIfAbsent(
                                            userRule.within(),
                                            within -> within.map(trailing::of)
                                                    .orElseGet(() -> ledger.exposure(user, totals, rules.statuses()))))
                            : gravest(found.getOrDefault(rule.id(), List.of())));
        }
        return verdicts;
    }

    private static Verdict gravest(List<Found> found) {
        return found.stream()
                .map(Found::breach)
                .max(GRAVEST)
                .<Verdict>map(Verdict.Breached::new)
                .orElseGet(Verdict.Clear::new);
    }

    private void hasCause(String user, String ruleId) {
        causelessSinceMs.computeIfPresent(user, (id, rules) -> {
            rules.remove(ruleId);
            return rules.isEmpty() ? null : rules;
        });
    }

    private boolean mayClose(String user, String ruleId, Moment moment) {
        long nowMs = moment.at().toEpochMilli();
        Map<String, Long> rules = causelessSinceMs.computeIfAbsent(user, id -> new HashMap<>());
        Long since = rules.putIfAbsent(ruleId, nowMs);
        boolean isOver = since != null && nowMs - since >= GRACE_MS;
        if (isOver) {
            hasCause(user, ruleId);
        }
        return isOver;
    }

    /** What many users bought is known as of positions of its own; what is decided by both is as of the lesser. */
    private static Alert alert(
            String user, Rule rule, Breach breach, List<Found> found, @Nullable Alert before, Moment moment) {
        TreeSet<ItemKey> items = new TreeSet<>();
        SortedMap<Integer, Long> asOf = new TreeMap<>(moment.asOf());
        for (Found one : found) {
            one.item().ifPresent(items::add);
            one.asOf().forEach((partition, position) -> asOf.merge(partition, position, Math::min));
        }
        return new Alert(
                user,
                rule.id(),
                rule.severity(),
                breach.why(),
                breach.value(),
                breach.limit(),
                items.stream().limit(Alert.MOST_ITEMS).toList(),
                items.size(),
                before == null ? moment.at() : before.openedAt(),
                moment.at(),
                moment.stale(),
                asOf);
    }

    private Totals write(
            String user, Totals totals, SortedMap<String, Alert> open, List<Change> changes, Moment moment) {
        Totals now = totals;
        Set<String> openNow = new HashSet<>(open.keySet());
        for (Change change : changes) {
            Alert before = open.get(change.ruleId());
            StateKeys key = UserReads.alertKey(user, change.ruleId());
            if (change.alert() != null) {
                ledger.state().put(key, UserReads.ALERT.write(change.alert()));
                openNow.add(change.ruleId());
            } else {
                ledger.state().delete(key);
                openNow.remove(change.ruleId());
            }
            if (before == null && change.alert() != null) {
                events.opened(change.ruleId());
                now = remember(user, now, AlertEvent.Kind.OPENED, change.alert(), moment);
            } else if (before != null && change.alert() == null) {
                events.closed(change.ruleId());
                now = remember(user, now, AlertEvent.Kind.CLOSED, before, moment);
            } else {
                events.updated(change.ruleId());
            }
        }
        return now.with(now.hints().withOpen(!openNow.isEmpty()));
    }

    private Totals remember(String user, Totals totals, AlertEvent.Kind kind, Alert alert, Moment moment) {
        AlertEvent event = new AlertEvent(kind, moment.at(), alert);
        ledger.state().put(UserReads.eventKey(user, totals.nextEvent()), UserReads.EVENT.write(event));
        ledger.state().delete(UserReads.eventKey(user, totals.nextEvent() - MOST_EVENTS));
        return totals.withEvent(moment.minute());
    }

    private Totals forgetEvents(String user, Totals totals, Moment moment) {
        Long last = totals.eventAt();
        if (last == null || last + EVENTS_KEPT_MINUTES > moment.minute()) {
            return totals;
        }
        ledger.dropEvents(user);
        return totals.withoutEvents();
    }

    /** The next minute at which an item leaves or enters what a rule looks at, or something is forgotten; null if never. */
    private static @Nullable Long wakeAt(Totals totals, TrailingSums trailing) {
        Long wake = totals.hints().itemWakeAt();
        wake = earlier(wake, Optional.ofNullable(totals.eventAt()).map(last -> last + EVENTS_KEPT_MINUTES));
        return earlier(wake, trailing.changesAt());
    }

    private static @Nullable Long earlier(@Nullable Long one, Optional<Long> other) {
        return other.isPresent() && (one == null || other.get() < one) ? other.get() : one;
    }
}
