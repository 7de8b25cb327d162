package io.keyfold.risk.rest;

import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.query.Answer;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.risk.RiskTables;
import io.keyfold.risk.alert.AlertRow;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.rest.ItemsReply.ItemReply;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the rows behind an alert. */
@Singleton
final class Explanations {

    private final RiskState state;

    Explanations(RiskState state) {
        this.state = state;
    }

    ExplanationReply of(String userId, String ruleId) {
        Page<AlertRow> found = state.alerts().scan(Scan.prefix(userId, ruleId));
        Row<AlertRow> alert = found.rows().stream().findFirst().orElseThrow(() -> none(found));
        return alert.value().orderItems().isEmpty() ? ofUser(userId, alert) : ofItems(alert);
    }

    private static ProblemException none(Page<AlertRow> found) {
        return found.isComplete()
                ? ProblemException.of(ProblemType.ROW_NOT_FOUND, "no such alert is open")
                        .with("as_of", found.asOf())
                : ProblemException.notReady(found.missing().get(0).reason(), RiskState.ASK_AGAIN);
    }

    private ExplanationReply ofUser(String userId, Row<AlertRow> alert) {
        IndexPage<OrderItem> page = state.items()
                .scan(IndexScan.of(RiskTables.ITEMS_BY_USER)
                        .equal(userId)
                        .reverse()
                        .limit(ItemsReply.MOST));
        ItemsReply items = ItemsReply.of(page);
        return new ExplanationReply(
                AlertReply.of(alert, state.topic()),
                items.items(),
                items.more(),
                items.complete(),
                items.missing(),
                items.asOf(),
                items.stale());
    }

    /** An item that has been deleted since is left out: the alert is about to close, or to say something else. */
    private ExplanationReply ofItems(Row<AlertRow> alert) {
        List<ItemKey> keys = alert.value().orderItems();
        List<Answer<OrderItem>> answers = state.items()
                .getAll(keys.stream()
                        .map(key -> RowKey.of(key.orderId(), key.itemId()))
                        .toList());
        List<ItemReply> items = new ArrayList<>();
        List<Page.MissingPartition> missing = new ArrayList<>();
        List<Page.StalePartition> stale = new ArrayList<>();
        Map<Integer, PartitionPosition> asOf = new TreeMap<>();
        for (Answer<OrderItem> answer : answers) {
            if (answer instanceof Answer.Found<OrderItem> one) {
                items.add(ItemReply.of(one.row()));
                asOf.putIfAbsent(one.asOf().partition(), one.asOf());
                one.row()
                        .stale()
                        .ifPresent(mark ->
                                stale.add(new Page.StalePartition(one.asOf().partition(), mark)));
            } else if (answer instanceof Answer.Absent<OrderItem> absent) {
                asOf.putIfAbsent(absent.asOf().partition(), absent.asOf());
            } else {
                missing.add(unasked(answer));
            }
        }
        return new ExplanationReply(
                AlertReply.of(alert, state.topic()),
                items,
                alert.value().itemCount() > keys.size(),
                missing.isEmpty(),
                missing,
                List.copyOf(asOf.values()),
                StalePartitionReply.of(stale.stream().distinct().toList()));
    }

    private static Page.MissingPartition unasked(Answer<OrderItem> answer) {
        return answer instanceof Answer.Elsewhere<OrderItem> elsewhere
                ? new Page.MissingPartition(elsewhere.partition(), "another instance has it")
                : new Page.MissingPartition(-1, ((Answer.NotReady<OrderItem>) answer).reason());
    }
}
