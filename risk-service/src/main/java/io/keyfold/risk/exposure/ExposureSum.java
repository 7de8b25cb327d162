package io.keyfold.risk.exposure;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Adds items up, one by one. For one thread. */
public final class ExposureSum {

    private final Statuses statuses;
    private final Set<String> skus = new HashSet<>();
    private long items;
    private long cancelled;
    private BigDecimal openAmount = BigDecimal.ZERO;
    private Optional<BigDecimal> largest = Optional.empty();

    /**
     * A sum of nothing.
     *
     * @param statuses what order statuses mean
     */
    public ExposureSum(Statuses statuses) {
        this.statuses = statuses;
    }

    /**
     * Adds one.
     *
     * @param item an item that counts
     */
    public void add(Counted item) {
        items++;
        if (statuses.isCancelled(item.status())) {
            cancelled++;
        }
        if (item.sku() != null) {
            skus.add(item.sku());
        }
        BigDecimal amount = item.amount();
        if (amount == null) {
            return;
        }
        if (statuses.isOpen(item.status())) {
            openAmount = openAmount.add(amount);
        }
        largest = largest.isPresent() && largest.get().compareTo(amount) >= 0 ? largest : Optional.of(amount);
    }

    /** {@return what they come to} */
    public Exposure sum() {
        return new Exposure(items, cancelled, openAmount, largest, skus.size());
    }
}
