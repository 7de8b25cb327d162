package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.SkuRule;
import io.keyfold.risk.rule.Verdict;
import io.keyfold.risk.stream.Message.PartitionNews;
import io.keyfold.risk.stream.Message.SkuNews;
import io.keyfold.risk.stream.Message.ToSku;
import io.keyfold.risk.stream.Message.ToUser;
import io.keyfold.risk.stream.SkuReads.Bought;
import io.keyfold.risk.stream.SkuReads.Plan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Keeps who bought each SKU when, judges in rounds those of which something has changed, and tells each user whom it concerns when
 * a rule begins, or ceases, to say that it is too much, or says something else.
 */
final class SkuProcessor extends ContextualProcessor<String, ToSku, String, ToUser> {

    static final String STORE = "risk-skus";

    private static final Duration ROUND = Duration.ofMillis(50);
    private static final int MOST_A_ROUND = 500;

    private final Judge judge;
    private final LongSupplier nanos;
    private final Agenda agenda = new Agenda();
    private final Pace pace = new Pace();
    private @Nullable State state;
    private @Nullable SkuReads reads;
    private @Nullable Frontier frontier;
    private String rules = "";

    SkuProcessor(Judge judge, LongSupplier nanos) {
        this.judge = judge;
        this.nanos = nanos;
    }

    @Override
    public void init(ProcessorContext<String, ToUser> context) {
        super.init(context);
        State opened = new State(context.getStateStore(STORE));
        state = opened;
        reads = new SkuReads(opened);
        frontier = new Frontier(UserReads.frontier(opened), context.currentSystemTimeMs());
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
        Message.Bought item = record.value().item();
        PartitionNews news = record.value().partition();
        if (item != null) {
            process(record.key(), item);
        } else if (news != null) {
            PartitionNews kept = requireNonNull(frontier).take(news, context().currentSystemTimeMs());
            requireNonNull(state).put(UserReads.partitionKey(news.partition()), UserReads.NEWS.write(kept));
        }
    }

    private void process(String sku, Message.Bought item) {
        State here = requireNonNull(state);
        Bought before = requireNonNull(reads).item(sku, item.key());
        if (before != null && before.minute() != null) {
            here.delete(SkuReads.minuteKey(sku, before.minute(), item.key()));
        }
        if (item.userId() == null) {
            here.delete(SkuReads.itemKey(sku, item.key()));
        } else {
            byte[] bought = SkuReads.BOUGHT.write(new Bought(item.userId(), item.minute()));
            here.put(SkuReads.itemKey(sku, item.key()), bought);
            long kept = Minute.of(context().currentSystemTimeMs()) - UserAlerts.KEPT_MINUTES;
            if (item.minute() != null && item.minute() > kept) {
                here.put(SkuReads.minuteKey(sku, item.minute(), item.key()), bought);
            }
        }
        here.put(SkuReads.planKey(sku), SkuReads.PLAN.write(new Plan(true, null, rules)));
        agenda.set(sku, Agenda.NOW);
    }

    private void round(long nowMs) {
        if (!requireNonNull(frontier).isLoaded()) {
            return;
        }
        RuleBook book = judge.rules(); // one for all of the round: they may be taken anew meanwhile
        if (!rules.equals(book.version())) {
            rules = book.version();
            planAll();
        }
        long minute = Minute.of(nowMs);
        for (String sku : agenda.due(minute, MOST_A_ROUND)) {
            if (pace.mayJudge(sku, nowMs)) {
                long begun = nanos.getAsLong();
                judge(sku, book, minute, nowMs);
                pace.took(sku, nowMs, (nanos.getAsLong() - begun) / 1_000_000);
            }
        }
    }

    private void judge(String sku, RuleBook book, long minute, long nowMs) {
        SkuReads known = requireNonNull(reads);
        requireNonNull(state)
                .deleteAll(
                        StateKeys.of('M').text(sku).key(),
                        StateKeys.of('M')
                                .text(sku)
                                .number(minute - UserAlerts.KEPT_MINUTES + 1)
                                .key());
        Set<String> gone = known.toldBy(sku);
        boolean failed = false;
        for (SkuRule rule : book.skuRules()) {
            gone.remove(rule.id());
            Set<String> users =
                    known.users(sku, UserReads.Minutes.last(rule.within().toMinutes(), minute));
            Verdict verdict = judge.ask(rule, sku, users.size());
            if (verdict instanceof Verdict.Breached breached) {
                tell(sku, rule.id(), users, Optional.of(breached.breach()), nowMs);
            } else if (verdict instanceof Verdict.Clear) {
                tell(sku, rule.id(), Set.of(), Optional.empty(), nowMs);
            } else {
                failed = true;
            }
        }
        gone.forEach(rule -> tell(sku, rule, Set.of(), Optional.empty(), nowMs));
        plan(sku, book, minute, failed);
    }

    /** Tells those whom it concerns and have not been told so, and those whom it concerns no more. */
    private void tell(String sku, String rule, Set<String> concerned, Optional<Breach> breach, long nowMs) {
        State here = requireNonNull(state);
        Map<String, Breach> told = requireNonNull(reads).told(sku, rule);
        for (String user : told.keySet()) {
            if (!concerned.contains(user)) {
                here.delete(SkuReads.toldKey(sku, rule, user));
                forward(user, rule, sku, null, nowMs);
            }
        }
        for (String user : concerned) {
            Breach says = breach.orElseThrow();
            if (!says.equals(told.get(user))) {
                here.put(SkuReads.toldKey(sku, rule, user), UserReads.BREACH.write(says));
                forward(user, rule, sku, says, nowMs);
            }
        }
    }

    private void forward(String user, String rule, String sku, @Nullable Breach breach, long nowMs) {
        SkuNews news = new SkuNews(rule, sku, breach, requireNonNull(frontier).positions());
        context().forward(new Record<>(user, ToUser.of(news), nowMs));
    }

    private void plan(String sku, RuleBook book, long minute, boolean failed) {
        SkuReads known = requireNonNull(reads);
        Optional<Long> wake = known.minuteFrom(sku, minute + 1);
        wake = earlier(wake, known.minuteFrom(sku, Long.MIN_VALUE).map(oldest -> oldest + UserAlerts.KEPT_MINUTES));
        for (SkuRule rule : book.skuRules()) {
            long span = rule.within().toMinutes();
            wake = earlier(wake, known.minuteFrom(sku, minute - span + 1).map(oldest -> oldest + span));
        }
        wake = failed ? earlier(wake, Optional.of(minute + 1)) : wake; // perhaps it can tell then
        State here = requireNonNull(state);
        if (wake.isEmpty()) {
            here.delete(SkuReads.planKey(sku));
            agenda.clear(sku);
        } else {
            here.put(SkuReads.planKey(sku), SkuReads.PLAN.write(new Plan(false, wake.get(), book.version())));
            agenda.set(sku, wake.get());
        }
    }

    private static Optional<Long> earlier(Optional<Long> one, Optional<Long> other) {
        return one.isEmpty() || (other.isPresent() && other.get() < one.get()) ? other : one;
    }
}
