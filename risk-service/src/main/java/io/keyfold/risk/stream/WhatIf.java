package io.keyfold.risk.stream;

import static java.util.Objects.requireNonNull;

import io.keyfold.risk.exposure.Counted;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.exposure.Statuses;
import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.Past;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a user's items would come to with one more, or with one that is there changed so. Writes nothing.
 *
 * <p>Of an item that another user has now, or that was deleted, the past is not known here: it is taken for a new one.
 */
final class WhatIf {

    private final UserReads reads;
    private final String user;
    private final Statuses statuses;
    private final TrailingSums trailing;
    private final @Nullable Item before;
    private final Item item;

    /**
     * Prepares the question.
     *
     * @param candidate the item as it would be; its own past is not looked at
     * @param spans of the trailing sums
     */
    WhatIf(UserReads reads, String user, Item candidate, Statuses statuses, Set<Duration> spans, long minute) {
        this.reads = reads;
        this.user = user;
        this.statuses = statuses;
        UserReads.Tracked known = reads.item(user, candidate.key());
        this.before = known == null ? null : known.item();
        Past past =
                before == null ? Past.NONE : before.past().with(before.amount(), before.quantity(), candidate.amount());
        this.item = isAsItWas(candidate)
                ? requireNonNull(before)
                : new Item(
                        candidate.key(),
                        candidate.skuId(),
                        candidate.quantity(),
                        candidate.amount(),
                        candidate.status(),
                        candidate.minute(),
                        past.changedAt(candidate.minute() == null ? minute : candidate.minute()));
        this.trailing = TrailingSums.of(reads, user, statuses, spans, minute, item.key());
        if (item.minute() != null) {
            trailing.add(item.minute(), new Counted(item.skuId(), item.amount(), item.status()));
        }
    }

    /** An equal value changes nothing. */
    private boolean isAsItWas(Item candidate) {
        return before != null
                && candidate.equals(new Item(
                        before.key(),
                        before.skuId(),
                        before.quantity(),
                        before.amount(),
                        before.status(),
                        before.minute(),
                        candidate.past()));
    }

    /** The item with its past. */
    Item item() {
        return item;
    }

    /** Of the items that were changed in the last minutes. */
    TrailingSums trailing() {
        return trailing;
    }

    /** Of all items. */
    Exposure all() {
        Totals totals = reads.totals(user);
        totals = before == null ? totals : totals.minus(before);
        totals = totals.plus(item);
        Optional<BigDecimal> largest = reads.largest(user, item.key());
        BigDecimal amount = item.amount();
        if (amount != null && (largest.isEmpty() || largest.get().compareTo(amount) < 0)) {
            largest = Optional.of(amount);
        }
        return new Exposure(
                totals.items(),
                totals.cancelled(statuses),
                totals.openAmount(statuses),
                largest,
                totals.distinctSkus() + moreSkus());
    }

    private long moreSkus() {
        String gone = before == null ? null : before.skuId();
        String come = item.skuId();
        if (Objects.equals(gone, come)) {
            return 0;
        }
        long more = gone != null && reads.itemsOfSku(user, gone) == 1 ? -1 : 0;
        return come != null && reads.itemsOfSku(user, come) == 0 ? more + 1 : more;
    }
}
