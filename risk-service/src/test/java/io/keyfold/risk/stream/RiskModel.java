package io.keyfold.risk.stream;

import io.keyfold.risk.exposure.Counted;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.exposure.ExposureSum;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.item.Past;
import io.keyfold.risk.rule.Breach;
import io.keyfold.risk.rule.ItemRule;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.SkuRule;
import io.keyfold.risk.rule.UserRule;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the topology must come to, computed in one pass over the final table: no sums that are kept, nothing that is taken away. Of an
 * item's past it keeps every version. For one thread.
 */
public final class RiskModel {

    private static final long SECONDS_A_MINUTE = 60;

    private final Map<ItemKey, OrderItem> rows = new TreeMap<>();
    private final Map<ItemKey, List<Version>> versions = new HashMap<>();
    private final Map<ItemKey, Long> goneAt = new HashMap<>();

    /** A version of an item, and the minute at which it came. */
    private record Version(OrderItem row, long minute) {}

    /** An alert, as far as it follows from the table. */
    public record Expected(String userId, String ruleId, BigDecimal value, String why, List<ItemKey> items) {

        private static final Comparator<Expected> GRAVER =
                Comparator.comparing(Expected::value).thenComparing(Expected::why);

        String id() {
            return userId + " " + ruleId;
        }
    }

    public void upsert(OrderItem row, long recordMs) {
        ItemKey key = new ItemKey(row.orderId(), row.itemId());
        if (row.equals(rows.put(key, row))) {
            return; // an equal value changes nothing
        }
        Long minute = minute(row);
        versions.computeIfAbsent(key, none -> new ArrayList<>())
                .add(new Version(row, minute == null ? Math.floorDiv(recordMs, 60_000L) : minute));
    }

    public void delete(ItemKey key) {
        delete(key, Long.MAX_VALUE);
    }

    /** At that minute: from then on its past can be forgotten. */
    void delete(ItemKey key, long minute) {
        if (rows.remove(key) != null) {
            goneAt.put(key, minute);
        }
    }

    /** The past of what was deleted before a minute, and is not there again, is remembered no more. */
    void forget(long before) {
        goneAt.entrySet().removeIf(gone -> {
            if (gone.getValue() < before && !rows.containsKey(gone.getKey())) {
                versions.remove(gone.getKey());
            }
            return gone.getValue() < before;
        });
    }

    public SortedSet<String> users() {
        return rows.values().stream()
                .map(OrderItem::userId)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static @Nullable Long minute(OrderItem row) {
        return row.updateTime() == null
                ? null
                : (Long) Math.floorDiv(row.updateTime().toEpochSecond(ZoneOffset.UTC), SECONDS_A_MINUTE);
    }

    public Exposure exposure(String user, RuleBook rules, Optional<Duration> within, long now) {
        ExposureSum sum = new ExposureSum(rules.statuses());
        rows.values().stream()
                .filter(row -> user.equals(row.userId()))
                .filter(row -> within.isEmpty() || isWithin(row, within.get(), now))
                .forEach(row -> sum.add(new Counted(row.skuId(), row.amount(), row.orderStatus())));
        return sum.sum();
    }

    private static boolean isWithin(OrderItem row, Duration within, long now) {
        Long minute = minute(row);
        return minute != null && minute <= now && minute > now - within.toMinutes();
    }

    /** By user and rule. */
    public SortedMap<String, Expected> alerts(RuleBook rules, long now) {
        SortedMap<String, Expected> alerts = new TreeMap<>();
        for (String user : users()) {
            for (UserRule rule : rules.userRules()) {
                rule.check(exposure(user, rules, rule.within(), now))
                        .ifPresent(breach -> put(alerts, user, rule.id(), breach, List.of()));
            }
            for (ItemRule rule : rules.itemRules()) {
                byItem(alerts, user, rule, now);
            }
        }
        rules.skuRules().forEach(rule -> bySku(alerts, rule, now));
        return alerts;
    }

    private void byItem(Map<String, Expected> alerts, String user, ItemRule rule, long now) {
        SortedMap<ItemKey, Breach> breaches = new TreeMap<>();
        rows.forEach((key, row) -> {
            if (user.equals(row.userId())) {
                rule.check(item(key, row), now).ifPresent(breach -> breaches.put(key, breach));
            }
        });
        breaches.values().stream()
                .max(Comparator.comparing(Breach::value).thenComparing(Breach::why))
                .ifPresent(gravest -> put(alerts, user, rule.id(), gravest, List.copyOf(breaches.keySet())));
    }

    private void bySku(Map<String, Expected> alerts, SkuRule rule, long now) {
        Map<String, SortedSet<String>> users = new TreeMap<>();
        rows.values().forEach(row -> {
            if (row.skuId() != null && row.userId() != null && isWithin(row, rule.within(), now)) {
                users.computeIfAbsent(row.skuId(), none -> new TreeSet<>()).add(row.userId());
            }
        });
        users.forEach((sku, all) -> rule.check(sku, all.size())
                .ifPresent(breach -> all.forEach(user -> put(alerts, user, rule.id(), breach, List.of()))));
    }

    private static void put(
            Map<String, Expected> alerts, String user, String rule, Breach breach, List<ItemKey> items) {
        Expected alert = new Expected(user, rule, breach.value(), breach.why(), items);
        alerts.merge(alert.id(), alert, (one, other) -> Expected.GRAVER.compare(one, other) >= 0 ? one : other);
    }

    private Item item(ItemKey key, OrderItem row) {
        List<Version> all = versions.getOrDefault(key, List.of());
        Past past = Past.NONE;
        for (Version version : all) {
            past = past.changedAt(version.minute());
        }
        for (int i = 0; i + 1 < all.size(); i++) {
            OrderItem version = all.get(i).row();
            past = past.with(
                    version.amount(), version.quantity(), all.get(i + 1).row().amount());
        }
        return new Item(key, row.skuId(), row.quantity(), row.amount(), row.orderStatus(), minute(row), past);
    }
}
