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
import java.util.OptionalLong;
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
        track(user, key, before, now, rules, minute);
        return after;
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

    private void track(
            String user, ItemKey key, @Nullable Tracked before, @Nullable Item now, RuleBook rules, long minute) {
        if (before != null && before.wakeAt() != null) {
            state.delete(wakeKey(user, before.wakeAt(), key));
        }
        if (now == null) {
            state.delete(itemKey(user, key));
            dropBreaches(user, key);
        } else {
            judge(user, now, rules, minute);
        }
    }

    private void dropBreaches(String user, ItemKey key) {
        StateKeys all = StateKeys.of('B').text(user).item(key);
        state.deleteAll(all.key(), all.end());
    }

    /** Writes what the rules say of an item, and when they may say something else. */
    private void judge(String user, Item item, RuleBook rules, long minute) {
        Long wakeAt = null;
        for (ItemRule rule : rules.itemRules()) {
            Verdict verdict = judge.ask(rule, item, minute);
            StateKeys breach = breachKey(user, item.key(), rule.id());
            if (verdict instanceof Verdict.Breached breached) {
                state.put(breach, BREACH.write(breached.breach()));
            } else if (verdict instanceof Verdict.Clear && state.get(breach.key()) != null) {
                state.delete(breach);
            }
            OptionalLong next = verdict instanceof Verdict.Failed
                    ? OptionalLong.of(minute + 1) // perhaps it can tell then
                    : judge.changesAt(rule, item, minute);
            if (next.isPresent() && (wakeAt == null || next.getAsLong() < wakeAt)) {
                wakeAt = next.getAsLong();
            }
        }
        if (wakeAt != null) {
            state.put(wakeKey(user, wakeAt, item.key()));
        }
        state.put(itemKey(user, item.key()), TRACKED.write(new Tracked(item, wakeAt)));
    }

    /** Judges the items again of which that is due. */
    void judgeDue(String user, RuleBook rules, long minute) {
        List<Bytes> due = state.deleteAll(
                StateKeys.of('W').text(user).key(),
                StateKeys.of('W').text(user).number(minute).end());
        for (Bytes key : due) {
            Reader parts = new Reader(key);
            parts.text();
            parts.number();
            Tracked tracked = item(user, parts.item());
            if (tracked != null) {
                judge(user, tracked.item(), rules, minute);
            }
        }
    }

    /** Judges all items again, for the rules are others. */
    void judgeAll(String user, RuleBook rules, long minute) {
        StateKeys breaches = StateKeys.of('B').text(user);
        StateKeys wakes = StateKeys.of('W').text(user);
        List<String> known = rules.itemRules().stream().map(ItemRule::id).toList();
        List<Bytes> gone = new ArrayList<>();
        state.scan(breaches, (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            parts.item();
            return known.contains(parts.text()) || gone.add(key);
        });
        gone.forEach(state::delete);
        state.deleteAll(wakes.key(), wakes.end());
        items(user, Integer.MAX_VALUE).forEach(item -> judge(user, item, rules, minute));
    }

    /** The first minute at which an item must be judged again; null if never. */
    @Nullable
    Long firstWake(String user) {
        List<Long> first = new ArrayList<>();
        state.scan(StateKeys.of('W').text(user), (key, value) -> {
            Reader parts = new Reader(key);
            parts.text();
            first.add(parts.number());
            return false;
        });
        return first.isEmpty() ? null : first.get(0);
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
