package io.keyfold.risk.alert;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.item.ItemKey;
import io.keyfold.row.ColumnValues;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An open alert. Numbers and times are as exact as the table {@code risk_alert} has them: four digits after the point, milliseconds.
 *
 * @param userId whom it concerns
 * @param ruleId which rule says so
 * @param severity how grave it is
 * @param why one sentence for a person
 * @param value what it is
 * @param limit what it may be
 * @param items those that caused it, the first {@value #MOST_ITEMS} in key order
 * @param itemCount how many caused it in all
 * @param openedAt since when it has been open
 * @param updatedAt when it last said something else
 * @param stale whether deletes may have been missed
 * @param asOf at which positions of {@code dwd_order_item} it was decided: for each partition the next offset to read
 */
public record Alert(
        String userId,
        String ruleId,
        String severity,
        String why,
        BigDecimal value,
        BigDecimal limit,
        List<ItemKey> items,
        long itemCount,
        Instant openedAt,
        Instant updatedAt,
        boolean stale,
        SortedMap<Integer, Long> asOf) {

    /** As many items are listed. */
    public static final int MOST_ITEMS = 20;

    private static final int DIGITS = 4;

    /** Copies the items and positions; refuses more items than are listed, or than there are. */
    public Alert {
        requireNonNull(userId, "userId");
        requireNonNull(ruleId, "ruleId");
        requireNonNull(severity, "severity");
        requireNonNull(why, "why");
        value = value.setScale(DIGITS, RoundingMode.HALF_UP);
        limit = limit.setScale(DIGITS, RoundingMode.HALF_UP);
        items = items.stream().sorted().toList();
        if (items.size() > Math.min(MOST_ITEMS, itemCount)) {
            throw new IllegalArgumentException(
                    "items: " + items.size() + " (expected: at most " + MOST_ITEMS + " of " + itemCount + ")");
        }
        openedAt = openedAt.truncatedTo(ChronoUnit.MILLIS);
        updatedAt = updatedAt.truncatedTo(ChronoUnit.MILLIS);
        asOf = Collections.unmodifiableSortedMap(new TreeMap<>(asOf));
    }

    /**
     * {@return whether another alert says the same of the same user, whenever and at whatever positions it was decided}
     *
     * @param other an alert
     */
    public boolean saysTheSame(Alert other) {
        return equals(new Alert(
                other.userId,
                other.ruleId,
                other.severity,
                other.why,
                other.value,
                other.limit,
                other.items,
                other.itemCount,
                openedAt,
                updatedAt,
                other.stale,
                asOf));
    }

    /** {@return the row of {@code risk_alert}} */
    public ColumnValues toRow() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("user_id", userId);
        row.put("rule_id", ruleId);
        row.put("severity", severity);
        row.put("why", why);
        row.put("breach_value", value);
        row.put("limit_value", limit);
        row.put("order_items", items.stream().map(Alert::item).toList());
        row.put("item_count", itemCount);
        row.put("opened_at", openedAt);
        row.put("updated_at", updatedAt);
        row.put("stale", stale);
        row.put("as_of", asOf.entrySet().stream().map(Alert::position).toList());
        return ColumnValues.of(row);
    }

    private static ColumnValues item(ItemKey key) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("order_id", key.orderId());
        item.put("item_id", key.itemId());
        return ColumnValues.of(item);
    }

    private static ColumnValues position(Map.Entry<Integer, Long> next) {
        Map<String, Object> position = new LinkedHashMap<>();
        position.put("partition", next.getKey());
        position.put("position", next.getValue());
        return ColumnValues.of(position);
    }

    /** {@return the rule alone: whom it concerns is not for logs} */
    @Override
    public String toString() {
        return "Alert[" + ruleId + "]";
    }
}
