package io.keyfold.risk.exposure;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * What items come to: all live items of a user, or those that were changed in the last minutes.
 *
 * @param items how many there are
 * @param cancelled how many of them were cancelled
 * @param openAmount what those cost together that are neither cancelled nor done
 * @param largest the greatest amount of a single item; empty if none has an amount
 * @param distinctSkus how many different things were bought
 */
public record Exposure(
        long items, long cancelled, BigDecimal openAmount, Optional<BigDecimal> largest, long distinctSkus) {

    /** Of no items. */
    public static final Exposure NONE = new Exposure(0, 0, BigDecimal.ZERO, Optional.empty(), 0);

    private static final int SHARE_DIGITS = 4;

    /** Refuses what cannot be. */
    public Exposure {
        openAmount = openAmount.signum() == 0 ? BigDecimal.ZERO : openAmount; // whatever its scale
        requireNonNull(largest, "largest");
        if (items < 0 || cancelled < 0 || cancelled > items || distinctSkus < 0 || distinctSkus > items) {
            throw new IllegalArgumentException("items: " + items + ", cancelled: " + cancelled + ", distinctSkus: "
                    + distinctSkus + " (expected: no more than items, none negative)");
        }
    }

    /** {@return which part of the items was cancelled, 0 .. 1, with four digits, rounded down; 0 if there are no items} */
    public BigDecimal cancelledShare() {
        return items == 0
                ? BigDecimal.ZERO
                : BigDecimal.valueOf(cancelled).divide(BigDecimal.valueOf(items), SHARE_DIGITS, RoundingMode.DOWN);
    }
}
