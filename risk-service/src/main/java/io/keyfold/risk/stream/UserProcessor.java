package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.stream.Message.ItemUpdate;
import io.keyfold.risk.stream.Message.PartitionNews;
import io.keyfold.risk.stream.Message.SkuNews;
import io.keyfold.risk.stream.Message.ToUser;
import io.keyfold.risk.stream.UserAlerts.Change;
import io.keyfold.risk.stream.UserAlerts.Moment;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the items of each user come to, and judges the users of whom something has changed, in rounds: after changes, and when
 * time alone changes what is judged. Forwards what becomes of their alerts.
 */
final class UserProcessor extends ContextualProcessor<String, ToUser, RowKey, ColumnValues> {

    static final String STORE = "risk-users";

    private static final Duration ROUND = Duration.ofMillis(50);
    private static final int MOST_A_ROUND = 2_000;

    private final Judge judge;
    private final RiskEvents events;
    private final StaleDecisions stale;
    private final Agenda agenda = new Agenda();
    private final SortedMap<Integer, PartitionNews> frontier = new TreeMap<>();
    /** Partitions that have not been heard of since this began. */
    private final Set<Integer> silent = new HashSet<>();

    private @Nullable UserLedger ledger;
    private @Nullable UserAlerts alerts;
    /** Where the judgement of all users goes on; null if none is under way. */
    private @Nullable Bytes allFrom;

    private String rules = "";

    UserProcessor(Judge judge, RiskEvents events, StaleDecisions stale) {
        this.judge = judge;
        this.events = events;
        this.stale = stale;
    }

    @Override
    public void init(ProcessorContext<RowKey, ColumnValues> context) {
        super.init(context);
        UserLedger opened = new UserLedger(new State(context.getStateStore(STORE)), judge, events);
        ledger = opened;
        alerts = new UserAlerts(opened, judge, events);
        frontier.putAll(opened.frontier());
        silent.addAll(frontier.keySet());
        rules = judge.rules().version();
        opened.state().scan(StateKeys.of('T'), (key, value) -> {
            Totals totals = UserReads.TOTALS.read(value);
            plan(UserReads.ownerOf(key), totals.rules().equals(rules) ? totals : totals.markDue());
            return true;
        });
        context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, this::round);
    }

    private void plan(String user, Totals totals) {
        if (totals.due()) {
            agenda.set(user, Agenda.NOW);
        } else if (totals.wakeAt() != null) {
            agenda.set(user, totals.wakeAt());
        } else {
            agenda.clear(user);
        }
    }

    @Override
    public void process(Record<String, ToUser> record) {
        ToUser message = record.value();
        if (message.item() != null) {
            process(record.key(), message.item());
        } else if (message.sku() != null) {
            process(record.key(), message.sku());
        } else if (message.partition() != null) {
            process(message.partition());
        }
    }

    private void process(String user, ItemUpdate update) {
        UserLedger here = requireNonNull(ledger);
        long minute = Minute.of(context().currentSystemTimeMs());
        Totals totals = here.totals(user).keptFrom(minute - UserAlerts.KEPT_MINUTES + 1);
        totals = here.set(user, totals, update.key(), update.item(), minute).markDue();
        here.put(user, totals);
        plan(user, totals);
        if (update.position() >= 0) {
            frontier.merge(
                    update.partition(),
                    new PartitionNews(update.partition(), update.position(), false),
                    (known, now) -> new PartitionNews(now.partition(), now.position(), known.stale()));
        }
    }

    private void process(String user, SkuNews news) {
        UserLedger here = requireNonNull(ledger);
        StateKeys key = UserReads.crowdKey(user, news.ruleId(), news.skuId());
        if (news.breach() == null) {
            here.state().delete(key);
        } else {
            here.state().put(key, UserReads.BREACH.write(news.breach()));
        }
        Totals totals = here.totals(user).markDue();
        here.put(user, totals);
        plan(user, totals);
    }

    private void process(PartitionNews news) {
        UserLedger here = requireNonNull(ledger);
        silent.remove(news.partition());
        PartitionNews before = frontier.put(news.partition(), news);
        here.state().put(UserReads.partitionKey(news.partition()), UserReads.NEWS.write(news));
        if (before == null ? news.stale() : before.stale() != news.stale()) {
            allFrom = StateKeys.of('T').key();
        }
    }

    private void round(long nowMs) {
        if (!rules.equals(judge.rules().version())) {
            rules = judge.rules().version();
            allFrom = StateKeys.of('T').key();
        }
        SortedMap<Integer, Long> asOf = new TreeMap<>();
        frontier.forEach((partition, news) -> asOf.put(partition, news.position()));
        boolean isStale = frontier.values().stream().anyMatch(PartitionNews::stale);
        if (stale == StaleDecisions.REFUSE && (isStale || !silent.isEmpty())) {
            return; // alerts stay as they are until an audit has passed
        }
        Moment moment = new Moment(Instant.ofEpochMilli(nowMs), Minute.of(nowMs), isStale, asOf);
        agenda.due(moment.minute(), MOST_A_ROUND).forEach(user -> judge(user, moment));
        nextOfAll().forEach(user -> judge(user, moment));
    }

    private List<String> nextOfAll() {
        List<String> users = new ArrayList<>();
        Bytes from = allFrom;
        if (from != null) {
            allFrom = null;
            requireNonNull(ledger).reader().scan(from, StateKeys.of('T').end(), (key, value) -> {
                if (users.size() == MOST_A_ROUND) {
                    allFrom = key;
                    return false;
                }
                return users.add(UserReads.ownerOf(key));
            });
        }
        return users;
    }

    private void judge(String user, Moment moment) {
        for (Change change : requireNonNull(alerts).judge(user, moment)) {
            forward(user, change, moment);
        }
        plan(user, requireNonNull(ledger).totals(user));
    }

    @SuppressWarnings("NullAway") // Kafka Streams takes a null for a delete, without saying so
    private void forward(String user, Change change, Moment moment) {
        ColumnValues row = change.alert() == null ? null : change.alert().toRow();
        context()
                .forward(new Record<>(
                        RowKey.of(user, change.ruleId()), row, moment.at().toEpochMilli()));
    }
}
