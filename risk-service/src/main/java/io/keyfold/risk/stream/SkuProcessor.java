package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

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
import io.keyfold.risk.stream.UserReads.Minutes;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
    /** Those of whom it is written that they are due. */
    private final Set<String> due = new HashSet<>();

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
        agenda.clear(); // a task that was given up and revived begins with what is committed
        due.clear();
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
        Bought now = item.userId() == null ? null : new Bought(item.userId(), item.minute());
        if (Objects.equals(before, now)) {
            return; // something else of it has changed
        }
        if (before != null && before.minute() != null) {
            here.delete(SkuReads.minuteKey(sku, before.minute(), item.key()));
        }
        if (now == null) {
            here.delete(SkuReads.itemKey(sku, item.key()));
        } else {
            byte[] bought = SkuReads.BOUGHT.write(now);
            here.put(SkuReads.itemKey(sku, item.key()), bought);
            long kept = Minute.of(context().currentSystemTimeMs()) - UserAlerts.KEPT_MINUTES;
            if (item.minute() != null && item.minute() > kept) {
                here.put(SkuReads.minuteKey(sku, item.minute(), item.key()), bought);
            }
        }
        if (due.add(sku)) {
            here.put(SkuReads.planKey(sku), SkuReads.PLAN.write(new Plan(true, null, rules)));
        }
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
        Optional<Long> wake = new Timeline(known.reader(), sku)
                .keepFrom(minute - UserAlerts.KEPT_MINUTES + 1, requireNonNull(state))
                .map(first -> first + UserAlerts.KEPT_MINUTES);
        Map<String, Map<String, Breach>> told = known.told(sku);
        for (SkuRule rule : book.skuRules()) {
            Map<String, Breach> toldBefore = requireNonNullElse(told.remove(rule.id()), Map.of());
            long span = rule.within().toMinutes();
            Set<String> users = new TreeSet<>();
            Timeline.Seen seen = known.addTo(users, sku, Minutes.last(span, minute), null);
            wake = earlier(wake, seen.first().map(first -> first + span));
            wake = earlier(wake, seen.next());
            Verdict verdict = judge.ask(rule, sku, users.size());
            if (verdict instanceof Verdict.Breached breached) {
                tell(sku, rule.id(), toldBefore, users, Optional.of(breached.breach()), nowMs);
            } else if (verdict instanceof Verdict.Clear) {
                tell(sku, rule.id(), toldBefore, Set.of(), Optional.empty(), nowMs);
            } else {
                wake = earlier(wake, Optional.of(minute + 1)); // perhaps it can tell then
            }
        }
        told.forEach((rule, users) -> tell(sku, rule, users, Set.of(), Optional.empty(), nowMs));
        plan(sku, book, wake);
    }

    /** Tells those whom it concerns and have not been told so, and those whom it concerns no more. */
    private void tell(
            String sku,
            String rule,
            Map<String, Breach> told,
            Set<String> concerned,
            Optional<Breach> breach,
            long nowMs) {
        State here = requireNonNull(state);
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

    private void plan(String sku, RuleBook book, Optional<Long> wake) {
        due.remove(sku);
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
