package io.keyfold.risk.alert;

import io.keyfold.risk.item.ItemKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A row of {@code risk_alert}, as Keyfold reads it.
 *
 * @param userId whom it concerns
 * @param ruleId which rule says so
 * @param severity how grave it is
 * @param why one sentence for a person
 * @param breachValue what it is
 * @param limitValue what it may be
 * @param orderItems those that caused it, the first ones
 * @param itemCount how many caused it in all
 * @param openedAt since when it has been open
 * @param updatedAt when it last said something else
 * @param stale whether deletes may have been missed
 * @param asOf at which positions it was decided
 */
public record AlertRow(
        String userId,
        String ruleId,
        String severity,
        String why,
        BigDecimal breachValue,
        BigDecimal limitValue,
        List<ItemKey> orderItems,
        long itemCount,
        Instant openedAt,
        Instant updatedAt,
        boolean stale,
        List<Position> asOf) {

    /**
     * How far a partition of {@code dwd_order_item} had been read.
     *
     * @param partition which
     * @param position the next offset to read
     */
    public record Position(int partition, long position) {}

    /** {@return the alert that was written} */
    public Alert toAlert() {
        SortedMap<Integer, Long> positions = new TreeMap<>();
        asOf.forEach(next -> positions.put(next.partition(), next.position()));
        return new Alert(
                userId,
                ruleId,
                severity,
                why,
                breachValue,
                limitValue,
                orderItems,
                itemCount,
                openedAt,
                updatedAt,
                stale,
                positions);
    }
}
