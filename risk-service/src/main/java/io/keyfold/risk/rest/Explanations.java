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
import io.keyfold.risk.rule.Rules;
import io.keyfold.risk.rule.UserRule;
import io.keyfold.risk.stream.RiskDesk;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the rows behind an alert, as they are now: the items that it names. If it names none, the user's items that were changed
 * within the time that the rule says now; all of the user's if it says none, or if the rule is no more.
 */
@Singleton
final class Explanations {

    /** As many of a user's items are looked at. */
    private static final int MOST_LOOKED_AT = 1_000;

    private final RiskState state;
    private final RiskDesk desk;
    private final Rules rules;

    Explanations(RiskState state, RiskDesk desk, Rules rules) {
        this.state = state;
        this.desk = desk;
        this.rules = rules;
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
        String ruleId = alert.value().ruleId();
        Optional<Duration> within = rules.current().userRules().stream()
                .filter(rule -> rule.id().equals(ruleId))
                .findFirst()
                .flatMap(UserRule::within);
        IndexScan ofUser = IndexScan.of(RiskTables.ITEMS_BY_USER).equal(userId).reverse();
        ItemsReply items = within.map(time -> changedWithin(time, state.items().scan(ofUser.limit(MOST_LOOKED_AT))))
                .orElseGet(() -> ItemsReply.of(state.items().scan(ofUser.limit(ItemsReply.MOST))));
        return new ExplanationReply(
                AlertReply.of(alert, state.topic(), false),
                items.items(),
                items.more(),
                items.complete(),
                items.missing(),
                items.asOf(),
                items.stale());
    }

    private ItemsReply changedWithin(Duration time, IndexPage<OrderItem> page) {
        long now = desk.minute();
        long first = now - time.toMinutes() + 1;
        List<Row<OrderItem>> rows = page.rows().stream()
                .filter(row ->
                        minute(row).filter(at -> at >= first && at <= now).isPresent())
                .toList();
        boolean mayGoOn = page.next().isPresent()
                && page.rows().stream()
                        .reduce((one, next) -> next)
                        .flatMap(this::minute)
                        .filter(last -> last < first)
                        .isEmpty();
        return ItemsReply.of(
                page, rows.stream().limit(ItemsReply.MOST).toList(), rows.size() > ItemsReply.MOST || mayGoOn);
    }

    private Optional<Long> minute(Row<OrderItem> row) {
        return Optional.ofNullable(row.value().updateTime()).map(desk::minute);
    }

    /** An item that has been deleted since is left out: the alert is about to close, or to say something else. */
    private ExplanationReply ofItems(Row<AlertRow> alert) {
        List<ItemKey> keys = alert.value().orderItems();
        List<Answer<OrderItem>> answers =
                state.items().getAll(keys.stream().map(Explanations::row).toList());
        List<ItemReply> items = new ArrayList<>();
        List<Page.MissingPartition> missing = new ArrayList<>();
        List<Page.StalePartition> stale = new ArrayList<>();
        Map<Integer, PartitionPosition> asOf = new TreeMap<>();
        for (int i = 0; i < answers.size(); i++) {
            Answer<OrderItem> answer = answers.get(i);
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
                missing.add(unasked(keys.get(i), answer));
            }
        }
        return new ExplanationReply(
                AlertReply.of(alert, state.topic(), false),
                items,
                alert.value().itemCount() > keys.size(),
                missing.isEmpty(),
                missing.stream().distinct().toList(),
                List.copyOf(asOf.values()),
                StalePartitionReply.of(stale.stream().distinct().toList()));
    }

    private Page.MissingPartition unasked(ItemKey key, Answer<OrderItem> answer) {
        return answer instanceof Answer.Elsewhere<OrderItem> elsewhere
                ? new Page.MissingPartition(elsewhere.partition(), "another instance has it")
                : new Page.MissingPartition(
                        state.items().locate(row(key)).partition(), ((Answer.NotReady<OrderItem>) answer).reason());
    }

    private static RowKey row(ItemKey key) {
        return RowKey.of(key.orderId(), key.itemId());
    }
}
