package io.keyfold.risk.stream;

import io.keyfold.risk.exposure.StatusSum;
import io.keyfold.risk.exposure.Statuses;
import io.keyfold.risk.item.Item;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one user beside the items. The sums are by status, for what a status means may change.
 *
 * @param byStatus in the order of the statuses, those without one last
 * @param distinctSkus how many different things the items are
 * @param hints what is to be looked for
 * @param due whether something has changed since the user was last judged
 * @param wakeAt the minute at which the judgement may change by itself; null if never
 * @param rules the version of the rules that the user was judged by
 * @param nextEvent the number of the next event of the user's history
 * @param eventAt the minute of the last event; null if there was none
 * @param changes how often anything of the user was changed
 */
record Totals(
        List<StatusSum> byStatus,
        long distinctSkus,
        Hints hints,
        boolean due,
        @Nullable Long wakeAt,
        String rules,
        long nextEvent,
        @Nullable Long eventAt,
        long changes) {

    static final Totals NONE = new Totals(List.of(), 0, Hints.NOTHING, false, null, "", 0, null, 0);

    private static final Comparator<StatusSum> ORDER =
            Comparator.comparing(StatusSum::status, Comparator.nullsLast(Comparator.naturalOrder()));

    Totals {
        byStatus = List.copyOf(byStatus);
    }

    Totals plus(Item item) {
        return sum(item.status(), 1, item.amountOrZero());
    }

    Totals minus(Item item) {
        return sum(item.status(), -1, item.amountOrZero().negate());
    }

    private Totals sum(@Nullable String status, int items, BigDecimal amount) {
        List<StatusSum> sums = new ArrayList<>();
        StatusSum sum = new StatusSum(status, items, amount);
        for (StatusSum one : byStatus) {
            if (Objects.equals(one.status(), status)) {
                sum = new StatusSum(status, one.items() + items, one.amount().add(amount));
            } else {
                sums.add(one);
            }
        }
        if (sum.items() != 0) {
            sums.add(sum);
        }
        sums.sort(ORDER);
        return new Totals(sums, distinctSkus, hints, due, wakeAt, rules, nextEvent, eventAt, changes);
    }

    Totals skus(long more) {
        return new Totals(byStatus, distinctSkus + more, hints, due, wakeAt, rules, nextEvent, eventAt, changes);
    }

    Totals with(Hints others) {
        return new Totals(byStatus, distinctSkus, others, due, wakeAt, rules, nextEvent, eventAt, changes);
    }

    Totals markDue() {
        return new Totals(byStatus, distinctSkus, hints, true, wakeAt, rules, nextEvent, eventAt, changes + 1);
    }

    Totals judged(String version, @Nullable Long wake, boolean again) {
        return new Totals(byStatus, distinctSkus, hints, again, wake, version, nextEvent, eventAt, changes + 1);
    }

    Totals withEvent(long minute) {
        return new Totals(byStatus, distinctSkus, hints, due, wakeAt, rules, nextEvent + 1, minute, changes);
    }

    Totals withoutEvents() {
        return new Totals(byStatus, distinctSkus, hints, due, wakeAt, rules, 0, null, changes);
    }

    long items() {
        return byStatus.stream().mapToLong(StatusSum::items).sum();
    }

    long cancelled(Statuses statuses) {
        return byStatus.stream()
                .filter(sum -> statuses.isCancelled(sum.status()))
                .mapToLong(StatusSum::items)
                .sum();
    }

    BigDecimal openAmount(Statuses statuses) {
        return byStatus.stream()
                .filter(sum -> statuses.isOpen(sum.status()))
                .map(StatusSum::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Whether nothing is left to be remembered. */
    boolean isEmpty() {
        return byStatus.isEmpty() && !due && wakeAt == null && nextEvent == 0 && !hints.causes() && !hints.open();
    }
}
