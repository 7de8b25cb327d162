package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.SkuRule;
import io.keyfold.risk.rule.Verdict;
import io.keyfold.risk.stream.Message.SkuNews;
import io.keyfold.risk.stream.Message.ToSku;
import io.keyfold.risk.stream.Message.ToUser;
import io.keyfold.risk.stream.SkuReads.Bought;
import io.keyfold.risk.stream.SkuReads.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Keeps who bought each SKU when, judges in rounds those of which something has changed, and tells each user whom it concerns when
 * a rule begins, or ceases, to say that it is too much.
 */
final class SkuProcessor extends ContextualProcessor<String, ToSku, String, ToUser> {

    static final String STORE = "risk-skus";

    private static final Duration ROUND = Duration.ofMillis(50);
    private static final int MOST_A_ROUND = 500;

    private final Judge judge;
    private final Agenda agenda = new Agenda();
    private @Nullable State state;
    private @Nullable SkuReads reads;
    private String rules = "";

    SkuProcessor(Judge judge) {
        this.judge = judge;
    }

    @Override
    public void init(ProcessorContext<String, ToUser> context) {
        super.init(context);
        State opened = new State(context.getStateStore(STORE));
        state = opened;
        reads = new SkuReads(opened);
        rules = judge.rules().version();
        planAll();
        context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, this::round);
    }

    /** Those that were judged by other rules are due. */
    private void planAll() {
        requireNonNull(state).scan(StateKeys.of('T'), (key, value) -> {
            Plan plan = SkuReads.PLAN.read(value);
            String sku = UserReads.ownerOf(key);
            if (plan.due() || !plan.rules().equals(rules)) {
                agenda.set(sku, Agenda.NOW);
            } else if (plan.wakeAt() != null) {
                agenda.set(sku, plan.wakeAt());
            }
            return true;
        });
    }

    @Override
    public void process(Record<String, ToSku> record) {
        State here = requireNonNull(state);
        String sku = record.key();
        ToSku message = record.value();
        Bought before = requireNonNull(reads).item(sku, message.key());
        if (before != null && before.minute() != null) {
            here.delete(SkuReads.minuteKey(sku, before.minute(), message.key()));
        }
        if (message.userId() == null) {
            here.delete(SkuReads.itemKey(sku, message.key()));
        } else {
            byte[] bought = SkuReads.BOUGHT.write(new Bought(message.userId(), message.minute()));
            here.put(SkuReads.itemKey(sku, message.key()), bought);
            long kept = Minute.of(context().currentSystemTimeMs()) - UserAlerts.KEPT_MINUTES;
            if (message.minute() != null && message.minute() > kept) {
                here.put(SkuReads.minuteKey(sku, message.minute(), message.key()), bought);
            }
        }
        here.put(SkuReads.planKey(sku), SkuReads.PLAN.write(new Plan(true, null, rules)));
        agenda.set(sku, Agenda.NOW);
    }

    private void round(long nowMs) {
        if (!rules.equals(judge.rules().version())) {
            rules = judge.rules().version();
            planAll();
        }
        long minute = Minute.of(nowMs);
        for (String sku : agenda.due(minute, MOST_A_ROUND)) {
            judge(sku, minute, nowMs);
        }
    }

    private void judge(String sku, long minute, long nowMs) {
        State here = requireNonNull(state);
        SkuReads known = requireNonNull(reads);
        here.deleteAll(
                StateKeys.of('M').text(sku).key(),
                StateKeys.of('M')
                        .text(sku)
                        .number(minute - UserAlerts.KEPT_MINUTES + 1)
                        .key());
        Set<String> gone = known.toldBy(sku);
        for (SkuRule rule : judge.rules().skuRules()) {
            gone.remove(rule.id());
            Set<String> users =
                    known.users(sku, UserReads.Minutes.last(rule.within().toMinutes(), minute));
            Verdict verdict = judge.ask(rule, sku, users.size());
            if (verdict instanceof Verdict.Breached breached) {
                tell(sku, rule.id(), users, Optional.of(breached.breach()), nowMs);
            } else if (verdict instanceof Verdict.Clear) {
                tell(sku, rule.id(), Set.of(), Optional.empty(), nowMs);
            }
        }
        gone.forEach(rule -> tell(sku, rule, Set.of(), Optional.empty(), nowMs));
        plan(sku, minute);
    }

    /** Tells those whom it concerns and have not been told, and those whom it concerns no more. */
    private void tell(String sku, String rule, Set<String> concerned, Optional<Breach> breach, long nowMs) {
        State here = requireNonNull(state);
        Set<String> told = requireNonNull(reads).told(sku, rule);
        Set<String> free = new HashSet<>(told);
        free.removeAll(concerned);
        for (String user : free) {
            here.delete(SkuReads.toldKey(sku, rule, user));
            forward(user, new SkuNews(rule, sku, null), nowMs);
        }
        List<String> more = new ArrayList<>(concerned);
        more.removeAll(told);
        for (String user : more) {
            here.put(SkuReads.toldKey(sku, rule, user));
            forward(user, new SkuNews(rule, sku, breach.orElseThrow()), nowMs);
        }
    }

    private void forward(String user, SkuNews news, long nowMs) {
        context().forward(new Record<>(user, ToUser.of(news), nowMs));
    }

    private void plan(String sku, long minute) {
        SkuReads known = requireNonNull(reads);
        Optional<Long> wake = known.minuteFrom(sku, minute + 1);
        Optional<Long> first = known.minuteFrom(sku, Long.MIN_VALUE).map(oldest -> oldest + UserAlerts.KEPT_MINUTES);
        wake = earlier(wake, first);
        for (SkuRule rule : judge.rules().skuRules()) {
            long span = rule.within().toMinutes();
            wake = earlier(wake, known.minuteFrom(sku, minute - span + 1).map(oldest -> oldest + span));
        }
        State here = requireNonNull(state);
        if (wake.isEmpty()) {
            here.delete(SkuReads.planKey(sku));
            agenda.clear(sku);
        } else {
            here.put(SkuReads.planKey(sku), SkuReads.PLAN.write(new Plan(false, wake.get(), rules)));
            agenda.set(sku, wake.get());
        }
    }

    private static Optional<Long> earlier(Optional<Long> one, Optional<Long> other) {
        return one.isEmpty() || (other.isPresent() && other.get() < one.get()) ? other : one;
    }
}
