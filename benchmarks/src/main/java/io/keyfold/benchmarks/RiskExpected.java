package io.keyfold.benchmarks;

import static java.time.ZoneOffset.UTC;

import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.exposure.Counted;
import io.keyfold.risk.exposure.ExposureSum;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.item.Past;
import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.rule.ItemRule;
import io.keyfold.risk.rule.Rule;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.SkuRule;
import io.keyfold.risk.rule.UserRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What must be in {@code risk_alert} after so many records, computed at once from the items that are left: no sum that is kept, and
 * nothing taken away. All times are of the last hours, so that all items are within the day that trailing rules look back.
 */
final class RiskExpected {

    private static final Comparator<Found> GRAVEST = Comparator.comparing(
                    (Found found) -> found.breach().value())
            .thenComparing(found -> found.breach().why());

    private final RuleBook rules;
    private final AlertTexts texts;
    private final long minute = Instant.now().getEpochSecond() / 60;
    private final Map<String, List<Item>> byUser = new TreeMap<>();
    private final Map<String, Set<String>> usersBySku = new HashMap<>();

    private record Found(Breach breach, @Nullable ItemKey item) {}

    private RiskExpected(RuleBook rules, AlertTexts texts) {
        this.rules = rules;
        this.texts = texts;
    }

    /**
     * {@return the text of each alert that is open, by its Kafka key}
     *
     * @param traffic what the topic holds
     * @param records how many of it
     * @param lone how many items of users of their own after them
     */
    static SortedMap<String, String> after(
            RiskTraffic traffic, long records, int lone, RuleBook rules, AlertTexts texts) {
        RiskExpected expected = new RiskExpected(rules, texts);
        int keys = traffic.traffic().keys();
        OrderItem[] last = new OrderItem[keys];
        Past[] pasts = new Past[keys];
        boolean[] isHere = new boolean[keys];
        for (long record = 0; record < records; record++) {
            int key = traffic.traffic().key(record);
            isHere[key] = !traffic.isDelete(record);
            if (isHere[key]) {
                OrderItem before = last[key];
                last[key] = traffic.item(record);
                Past past = before == null
                        ? Past.NONE
                        : pasts[key].with(before.amount(), before.quantity(), last[key].amount());
                pasts[key] = past.changedAt(minute(last[key]));
            }
        }
        for (int key = 0; key < keys; key++) {
            if (isHere[key]) {
                expected.add(last[key], pasts[key]);
            }
        }
        for (int number = 0; number < lone; number++) {
            OrderItem item = traffic.lone(records + number, number);
            expected.add(item, Past.NONE.changedAt(minute(item)));
        }
        return expected.alerts();
    }

    private static long minute(OrderItem item) {
        return item.updateTime() == null ? 0 : item.updateTime().toEpochSecond(UTC) / 60;
    }

    private void add(OrderItem row, Past past) {
        Item item = new Item(
                new ItemKey(row.orderId(), row.itemId()),
                row.skuId(),
                row.quantity(),
                row.amount(),
                row.orderStatus(),
                minute(row),
                past);
        byUser.computeIfAbsent(String.valueOf(row.userId()), none -> new ArrayList<>())
                .add(item);
        usersBySku
                .computeIfAbsent(String.valueOf(row.skuId()), none -> new HashSet<>())
                .add(String.valueOf(row.userId()));
    }

    private SortedMap<String, String> alerts() {
        SortedMap<String, String> alerts = new TreeMap<>();
        byUser.forEach((user, items) -> {
            for (Rule rule : rules.rules()) {
                List<Found> found = found(rule, items);
                found.stream().max(GRAVEST).ifPresent(gravest -> {
                    Alert alert = alert(user, rule, gravest.breach(), found);
                    alerts.put(texts.key(user, rule.id()), texts.text(alert));
                });
            }
        });
        return alerts;
    }

    private List<Found> found(Rule rule, Collection<Item> items) {
        List<Found> found = new ArrayList<>();
        if (rule instanceof UserRule userRule) {
            ExposureSum sum = new ExposureSum(rules.statuses());
            items.forEach(item -> sum.add(new Counted(item.skuId(), item.amount(), item.status())));
            userRule.check(sum.sum()).ifPresent(breach -> found.add(new Found(breach, null)));
        } else if (rule instanceof ItemRule itemRule) {
            items.forEach(item ->
                    itemRule.check(item, minute).ifPresent(breach -> found.add(new Found(breach, item.key()))));
        } else if (rule instanceof SkuRule skuRule) {
            for (Item item : items) {
                String sku = String.valueOf(item.skuId());
                skuRule.check(sku, usersBySku.getOrDefault(sku, Set.of()).size())
                        .ifPresent(breach -> found.add(new Found(breach, null)));
            }
        }
        return found;
    }

    private static Alert alert(String user, Rule rule, Breach breach, List<Found> found) {
        List<ItemKey> items = new ArrayList<>();
        for (Found one : found) {
            if (one.item() != null) {
                items.add(one.item());
            }
        }
        return new Alert(
                user,
                rule.id(),
                rule.severity(),
                breach.why(),
                breach.value(),
                breach.limit(),
                items.stream().sorted().limit(Alert.MOST_ITEMS).toList(),
                items.size(),
                Instant.EPOCH,
                Instant.EPOCH,
                false,
                new TreeMap<>());
    }
}
