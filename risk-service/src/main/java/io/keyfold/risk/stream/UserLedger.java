package io.keyfold.risk.stream;

import io.keyfold.risk.exposure.Counted;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.rule.ItemRule;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.Verdict;
import io.keyfold.risk.stream.StateKeys.Reader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** Writes what the items of the users of one partition come to: what an item added is taken away with it. */
final class UserLedger extends UserReads {

    private final State state;
    private final Judge judge;
    private final RiskEvents events;

    UserLedger(State state, Judge judge, RiskEvents events) {
        super(state);
        this.state = state;
        this.judge = judge;
        this.events = events;
    }

    /** An item is so now, or the user's no more; gives what the user comes to. */
    Totals set(String user, Totals totals, ItemKey key, @Nullable Item now, long minute) {
        RuleBook rules = judge.rules();
        Tracked before = item(user, key);
        Item old = before == null ? null : before.item();
        Totals after = old == null ? totals : totals.minus(old);
        after = now == null ? after : after.plus(now);
        after = after.skus(replaceSku(user, old, now));
        replaceAmount(user, key, old, now);
        replaceMinute(user, key, old, now, minute - UserAlerts.KEPT_MINUTES + 1);
        Hints hints = after.hints()
                .replaced(old == null ? null : old.amount(), now == null ? null : now.amount(), totals.items());
        return after.with(track(user, key, before, now, rules, minute, hints));
    }

    private long replaceSku(String user, @Nullable Item old, @Nullable Item now) {
        String gone = old == null ? null : old.skuId();
        String come = now == null ? null : now.skuId();
        if (Objects.equals(gone, come)) {
            return 0;
        }
        long distinct = 0;
        if (gone != null) {
            distinct -= count(user, gone, -1) == 0 ? 1 : 0;
        }
        if (come != null) {
            distinct += count(user, come, 1) == 1 ? 1 : 0;
        }
        return distinct;
    }

    private long count(String user, String sku, long more) {
        long count = itemsOfSku(user, sku) + more;
        StateKeys key = skuKey(user, sku);
        if (count == 0) {
            state.delete(key);
        } else {
            state.put(key, ByteBuffer.allocate(Long.BYTES).putLong(count).array());
        }
        return count;
    }

    private void replaceAmount(String user, ItemKey key, @Nullable Item old, @Nullable Item now) {
        BigDecimal gone = old == null ? null : old.amount();
        BigDecimal come = now == null ? null : now.amount();
        if (gone != null && come != null && gone.compareTo(come) == 0) {
            return;
        }
        if (gone != null) {
            state.delete(amountKey(user, gone, key));
        }
        if (come != null) {
            state.put(amountKey(user, come, key));
        }
    }

    private void replaceMinute(String user, ItemKey key, @Nullable Item old, @Nullable Item now, long keptFrom) {
        Long gone = old == null ? null : old.minute();
        Long come = now == null ? null : now.minute();
        if (gone != null && !gone.equals(come)) {
            state.delete(minuteKey(user, gone, key));
        }
        if (now != null && come != null && come >= keptFrom) {
            state.put(minuteKey(user, come, key), COUNTED.write(new Counted(now.skuId(), now.amount(), now.status())));
        }
        if (now != null && come != null && come < keptFrom) {
            events.late();
        }
    }

    private Hints track(
            String user,
            ItemKey key,
            @Nullable Tracked before,
            @Nullable Item now,
            RuleBook rules,
            long minute,
            Hints hints) {
        if (now != null) {
            Tracked known = before == null ? Tracked.first(now) : before;
            return hints.with(judge(user, now, known, rules, minute));
        }
        if (before != null) {
            state.delete(itemKey(user, key));
            before.breached().forEach(rule -> state.delete(breachKey(user, key, rule)));
            plan(user, key, before.wakeAt(), null);
        }
        return hints;
    }

    /** Writes what the rules say of an item, and when they may say something else. */
    private Tracked judge(String user, Item item, Tracked before, RuleBook rules, long minute) {
        Set<String> breached = new TreeSet<>(before.breached());
        Long wakeAt = null;
        for (ItemRule rule : rules.itemRules()) {
            Verdict verdict = judge.ask(rule, item, minute);
            StateKeys breach = breachKey(user, item.key(), rule.id());
            if (verdict instanceof Verdict.Breached says) {
                state.put(breach, BREACH.write(says.breach()));
                breached.add(rule.id());
            } else if (verdict instanceof Verdict.Clear && breached.remove(rule.id())) {
                state.delete(breach);
            }
            OptionalLong next = verdict instanceof Verdict.Failed
                    ? OptionalLong.of(minute + 1) // perhaps it can tell then
                    : judge.changesAt(rule, item, minute);
            if (next.isPresent() && (wakeAt == null || next.getAsLong() < wakeAt)) {
                wakeAt = next.getAsLong();
            }
        }
        plan(user, item.key(), before.wakeAt(), wakeAt);
        Tracked tracked = new Tracked(item, wakeAt, List.copyOf(breached));
        state.put(itemKey(user, item.key()), TRACKED.write(tracked));
        return tracked;
    }

    private void plan(String user, ItemKey key, @Nullable Long before, @Nullable Long wakeAt) {
        if (Objects.equals(before, wakeAt)) {
            return;
        }
        if (before != null) {
            state.delete(wakeKey(user, before, key));
        }
        if (wakeAt != null) {
            state.put(wakeKey(user, wakeAt, key));
        }
    }

    /** Judges the items again of which that is due. */
    Hints judgeDue(String user, RuleBook rules, long minute, Hints hints) {
        if (!hints.hasItemsDue(minute)) {
            return hints;
        }
        List<Bytes> due = new ArrayList<>();
        List<Long> first = new ArrayList<>();
        state.scan(StateKeys.of('W').text(user), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            long at = parts.number();
            return at <= minute ? due.add(key) : !first.add(at);
        });
        Hints after = hints.withItemWakeAt(first.stream().findFirst());
        for (Bytes key : due) {
            Reader parts = new Reader(key);
            parts.text();
            parts.number();
            Tracked tracked = item(user, parts.item());
            if (tracked != null) {
                after = after.with(judge(user, tracked.item(), tracked, rules, minute));
            }
        }
        return after;
    }

    /** Judges all items again, for the rules are others. */
    Hints judgeAll(String user, RuleBook rules, long minute, Hints hints) {
        Set<String> known = rules.itemRules().stream().map(ItemRule::id).collect(Collectors.toSet());
        Hints after = hints.withItemWakeAt(Optional.empty());
        for (Tracked tracked : items(user)) {
            List<String> breached = new ArrayList<>();
            for (String rule : tracked.breached()) {
                if (known.contains(rule)) {
                    breached.add(rule);
                } else {
                    state.delete(breachKey(user, tracked.item().key(), rule));
                }
            }
            Tracked before = new Tracked(tracked.item(), tracked.wakeAt(), breached);
            after = after.with(judge(user, tracked.item(), before, rules, minute));
        }
        return after;
    }

    /** Forgets what happened. */
    void dropEvents(String user) {
        StateKeys all = StateKeys.of('H').text(user);
        state.deleteAll(all.key(), all.end());
    }

    void put(String user, Totals totals) {
        if (totals.isEmpty()) {
            state.delete(totalsKey(user));
        } else {
            state.put(totalsKey(user), TOTALS.write(totals));
        }
    }

    State state() {
        return state;
    }
}
