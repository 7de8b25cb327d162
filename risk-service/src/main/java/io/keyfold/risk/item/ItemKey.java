package io.keyfold.risk.item;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * Which item, in the order of its key.
 *
 * @param orderId the order
 * @param itemId the item within the order
 */
public record ItemKey(String orderId, String itemId) implements Comparable<ItemKey> {

    private static final Comparator<ItemKey> ORDER =
            Comparator.comparing(ItemKey::orderId).thenComparing(ItemKey::itemId);

    /** Refuses a key with something missing. */
    public ItemKey {
        requireNonNull(orderId, "orderId");
        requireNonNull(itemId, "itemId");
    }

    @Override
    public int compareTo(ItemKey other) {
        return ORDER.compare(this, other);
    }
}
