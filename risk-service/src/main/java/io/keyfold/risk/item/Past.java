package io.keyfold.risk.item;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an item's versions before the one that it has now. It outlives a delete that an insert follows: a Flink job
 * that cannot prove its primary key writes every update so.
 *
 * @param amounts versions that had an amount
 * @param amountSum what these came to
 * @param lastAmount the last of them that is another than that of the version that it has now; null if there is none
 * @param quantities versions that had a quantity
 * @param quantitySum what these came to
 * @param changes the minutes since the epoch at which it was changed, that of the version that it has now among them, in the
 *     order in which they came, the last {@value #MOST_CHANGES} alone
 */
public record Past(
        int amounts,
        BigDecimal amountSum,
        @Nullable BigDecimal lastAmount,
        int quantities,
        long quantitySum,
        List<Long> changes) {

    /** As many changes of an item are remembered. */
    public static final int MOST_CHANGES = 64;

    /** Of an item that was never seen before. */
    public static final Past NONE = new Past(0, BigDecimal.ZERO, null, 0, 0, List.of());

    /** Copies the list. */
    public Past {
        changes = List.copyOf(changes);
    }

    /**
     * {@return this past and a change at that minute}
     *
     * @param minute since the epoch
     */
    public Past changedAt(long minute) {
        List<Long> more = new ArrayList<>(changes);
        more.add(minute);
        int first = Math.max(0, more.size() - MOST_CHANGES);
        return new Past(amounts, amountSum, lastAmount, quantities, quantitySum, more.subList(first, more.size()));
    }

    /**
     * {@return this past and a version that is over}
     *
     * @param amount what it cost, null if it did not say
     * @param quantity how many there were, null if it did not say
     * @param next what the version that follows costs, null if it does not say
     */
    public Past with(@Nullable BigDecimal amount, @Nullable Integer quantity, @Nullable BigDecimal next) {
        boolean stays = amount == null || (next != null && amount.compareTo(next) == 0);
        return new Past(
                amount == null ? amounts : amounts + 1,
                amount == null ? amountSum : amountSum.add(amount),
                stays ? lastAmount : amount,
                quantity == null ? quantities : quantities + 1,
                quantity == null ? quantitySum : quantitySum + quantity,
                changes);
    }
}
