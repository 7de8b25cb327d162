package io.keyfold.risk.stream;

import io.keyfold.risk.stream.UserReads.Tracked;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is worth a look when a user is judged: a look that finds nothing takes as long as one that finds something. It may promise too
 * much, never too little; what a look finds corrects it.
 *
 * @param causes whether there may be breaches
 * @param open whether there may be open alerts
 * @param itemWakeAt no item must be judged again earlier; null if none must
 * @param largest what the item costs that costs most; null if that must be looked for
 */
record Hints(
        boolean causes,
        boolean open,
        @Nullable Long itemWakeAt,
        @Nullable BigDecimal largest) {

    static final Hints NOTHING = new Hints(false, false, null, null);

    Hints withCauses(boolean some) {
        return new Hints(some, open, itemWakeAt, largest);
    }

    Hints withOpen(boolean some) {
        return new Hints(causes, some, itemWakeAt, largest);
    }

    Hints withItemWakeAt(Optional<Long> minute) {
        return new Hints(causes, open, minute.orElse(null), largest);
    }

    Hints withLargest(Optional<BigDecimal> amount) {
        return new Hints(causes, open, itemWakeAt, amount.orElse(null));
    }

    /** An item was judged so. */
    Hints with(Tracked tracked) {
        Hints hints = tracked.breached().isEmpty() ? this : withCauses(true);
        Long wakeAt = tracked.wakeAt();
        return wakeAt != null && (itemWakeAt == null || wakeAt < itemWakeAt)
                ? hints.withItemWakeAt(Optional.of(wakeAt))
                : hints;
    }

    /** An amount came in the place of another, each null for none, when there were so many items. */
    Hints replaced(@Nullable BigDecimal gone, @Nullable BigDecimal come, long items) {
        if (come != null && (items == 0 || (largest != null && come.compareTo(largest) >= 0))) {
            return withLargest(Optional.of(come));
        }
        boolean isGone = gone != null && largest != null && gone.compareTo(largest) >= 0;
        return isGone ? withLargest(Optional.empty()) : this;
    }

    boolean hasItemsDue(long minute) {
        return itemWakeAt != null && itemWakeAt <= minute;
    }
}
