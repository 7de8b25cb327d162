package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.rule.Judge;
import io.keyfold.risk.stream.Message.ItemUpdate;
import io.keyfold.risk.stream.Message.PartitionNews;
import io.keyfold.risk.stream.Message.SkuNews;
import io.keyfold.risk.stream.Message.ToUser;
import io.keyfold.risk.stream.UserAlerts.Change;
import io.keyfold.risk.stream.UserAlerts.Judgement;
import io.keyfold.risk.stream.UserAlerts.Moment;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RowKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the items of each user come to, and judges the users of whom something has changed, in rounds: after changes, and when
 * time alone changes what is judged. Forwards what becomes of their alerts.
 *
 * <p>Nobody is judged before the table has been loaded: of sums that lack what is still to come nothing follows. After a start, not
 * before every partition of the table has said whether deletes may have been missed in it.
 */
final class UserProcessor extends ContextualProcessor<String, ToUser, RowKey, ColumnValues> {

    static final String STORE = "risk-users";

    private static final Duration ROUND = Duration.ofMillis(50);
    private static final int MOST_A_ROUND = 2_000;
    /** The thread has other partitions, and must poll. */
    private static final long MOST_MS_A_ROUND = 500;

    private final Judge judge;
    private final RiskEvents events;
    private final StaleDecisions decisions;
    private final LongSupplier nanos;
    private final Agenda agenda = new Agenda();
    private final Pace pace = new Pace();
    private @Nullable UserLedger ledger;
    private @Nullable UserAlerts alerts;
    private @Nullable Frontier frontier;
    /** Where the judgement of all users goes on; null if none is under way. */
    private @Nullable Bytes allFrom;

    private String rules = "";
    private boolean stale;

    UserProcessor(Judge judge, RiskEvents events, StaleDecisions decisions, LongSupplier nanos) {
        this.nanos = nanos;
        this.judge = judge;
        this.events = events;
        this.decisions = decisions;
    }

    @Override
    public void init(ProcessorContext<RowKey, ColumnValues> context) {
        super.init(context);
        UserLedger opened = new UserLedger(new State(context.getStateStore(STORE)), judge, events);
        ledger = opened;
        alerts = new UserAlerts(opened, judge, events);
        Frontier known = new Frontier(UserReads.frontier(opened.reader()), context.currentSystemTimeMs());
        frontier = known;
        stale = known.isStale(context.currentSystemTimeMs());
        rules = judge.rules().version();
        agenda.clear(); // a task that was given up and revived begins with what is committed
        allFrom = null;
        opened.state().scan(StateKeys.of('T'), (key, value) -> {
            Totals totals = UserReads.TOTALS.read(value);
            plan(UserReads.ownerOf(key), totals.rules().equals(rules) ? totals : totals.markDue());
            return true;
        });
        // A judgement of all that did not come to its end: of alerts that say otherwise whether they may be stale.
        opened.state().scan(StateKeys.of('O'), (key, value) -> {
            if (UserReads.ALERT.read(value).stale() != stale) {
                agenda.set(UserReads.ownerOf(key), Agenda.NOW);
            }
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
        due(user, here.set(user, here.totals(user), update.key(), update.item(), minute));
        requireNonNull(frontier).reached(update.partition(), update.position());
    }

    private void process(String user, SkuNews news) {
        UserLedger here = requireNonNull(ledger);
        Totals totals = here.totals(user);
        StateKeys key = UserReads.crowdKey(user, news.ruleId(), news.skuId());
        if (news.breach() == null) {
            here.state().delete(key);
        } else {
            totals = totals.with(totals.hints().withCauses(true));
            here.state().put(key, UserReads.CROWD.write(new UserReads.Crowd(news.breach(), news.asOf())));
        }
        due(user, totals);
    }

    private void due(String user, Totals totals) {
        Totals due = totals.markDue();
        requireNonNull(ledger).put(user, due);
        plan(user, due);
    }

    private void process(PartitionNews news) {
        PartitionNews kept = requireNonNull(frontier).take(news, context().currentSystemTimeMs());
        requireNonNull(ledger).state().put(UserReads.partitionKey(news.partition()), UserReads.NEWS.write(kept));
    }

    private void round(long nowMs) {
        Frontier known = requireNonNull(frontier);
        if (!known.isLoaded() || !known.isHeard(nowMs)) {
            return;
        }
        boolean isStale = known.isStale(nowMs);
        if (!rules.equals(judge.rules().version()) || stale != isStale) {
            rules = judge.rules().version();
            stale = isStale;
            allFrom = StateKeys.of('T').key();
        }
        if (isStale && decisions == StaleDecisions.REFUSE) {
            return; // alerts stay as they are until an audit has passed
        }
        Moment moment = new Moment(Instant.ofEpochMilli(nowMs), Minute.of(nowMs), isStale, known.positions());
        long begun = nanos.getAsLong();
        for (String user : agenda.due(moment.minute(), MOST_A_ROUND)) {
            if (elapsedMs(begun) > MOST_MS_A_ROUND) {
                return; // they stay due
            }
            judge(user, moment);
        }
        nextOfAll().forEach(user -> agenda.set(user, Agenda.NOW));
    }

    private long elapsedMs(long begunNanos) {
        return (nanos.getAsLong() - begunNanos) / 1_000_000;
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
        long nowMs = moment.at().toEpochMilli();
        if (!pace.mayJudge(user, nowMs)) {
            return;
        }
        long begun = nanos.getAsLong();
        Judgement judgement = requireNonNull(alerts).judge(user, moment);
        judgement.changes().forEach(change -> forward(user, change, moment));
        plan(user, judgement.totals());
        pace.took(user, nowMs, elapsedMs(begun));
        if (judgement.totals().due()) {
            pace.rests(user, nowMs + UserAlerts.GRACE_MS);
        }
    }

    @SuppressWarnings("NullAway") // Kafka Streams takes a null for a delete, without saying so
    private void forward(String user, Change change, Moment moment) {
        ColumnValues row = change.alert() == null ? null : change.alert().toRow();
        context()
                .forward(new Record<>(
                        RowKey.of(user, change.ruleId()), row, moment.at().toEpochMilli()));
    }
}
