package io.keyfold.risk.rest;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.health.PartitionStatus;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.risk.RiskTables;
import io.keyfold.risk.alert.AlertRow;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.stream.RiskDesk;
import io.keyfold.risk.stream.SkuAnswer;
import io.keyfold.risk.stream.SkuQuestion;
import io.keyfold.risk.stream.StaleDecisions;
import io.keyfold.risk.stream.UserAnswer;
import io.keyfold.risk.stream.UserQuestion;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.DerivedAnswer;
import io.keyfold.store.ReadOptions;
import io.micronaut.context.annotation.Context;
import java.time.Duration;
import java.util.List;

/** What can be asked: the state that the topology keeps, and the two tables; each wherever it is. */
@Context // made at the start, so that a table that is not configured is told then
final class RiskState {

    static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private final UpsertConsumer consumer;
    private final RiskDesk desk;
    private final StaleDecisions stale;
    private final UpsertTable<OrderItem> items;
    private final UpsertTable<AlertRow> alerts;

    RiskState(UpsertConsumer consumer, RiskDesk desk, StaleDecisions stale) {
        this.consumer = consumer;
        this.desk = desk;
        this.stale = stale;
        this.items = consumer.table(RiskTables.ITEMS, OrderItem.class).reading(ReadOptions.ANYWHERE);
        this.alerts = consumer.table(RiskTables.ALERTS, AlertRow.class).reading(ReadOptions.ANYWHERE);
    }

    UpsertTable<OrderItem> items() {
        return items;
    }

    UpsertTable<AlertRow> alerts() {
        return alerts;
    }

    /** The topic whose positions answers name. */
    String topic() {
        return items.contract().topic();
    }

    /** Partitions of the items in which deletes may have been missed, as this instance knows. */
    List<Integer> staleItems() {
        return items.status().partitions().stream()
                .filter(partition -> partition.freshness().stale().isPresent())
                .map(PartitionStatus::partition)
                .toList();
    }

    /**
     * Asks about a user.
     *
     * @throws ProblemException while nobody can tell, and where deletes may have been missed and such decisions are refused
     */
    UserAnswer user(UserQuestion question) {
        UserAnswer answer =
                desk.userAnswer(told(desk.ask(consumer.derived(), question))).withStale(staleItems());
        if (!answer.stale().isEmpty() && stale == StaleDecisions.REFUSE) {
            throw ProblemException.notReady(
                    "deletes may have been missed in partitions " + answer.stale() + " of " + topic()
                            + ": until an audit has passed nothing is decided (risk.stale-decisions is refuse)",
                    ASK_AGAIN);
        }
        return answer;
    }

    /**
     * Asks about a SKU.
     *
     * @throws ProblemException while nobody can tell
     */
    SkuAnswer sku(SkuQuestion question) {
        return desk.skuAnswer(told(desk.ask(consumer.derived(), question)));
    }

    private static byte[] told(DerivedAnswer answer) {
        if (answer instanceof DerivedAnswer.NotReady notReady) {
            throw ProblemException.notReady(notReady.reason(), notReady.retryAfter());
        }
        return ((DerivedAnswer.Answered) answer).bytes();
    }

    /**
     * Refuses a list of which no partition could be asked: it would look like an empty one.
     *
     * @throws ProblemException that says why
     */
    static void requireAsked(List<PartitionPosition> asOf, List<MissingPartition> missing) {
        if (asOf.isEmpty() && !missing.isEmpty()) {
            throw ProblemException.notReady(missing.get(0).reason(), ASK_AGAIN).with("missing", missing);
        }
    }
}
