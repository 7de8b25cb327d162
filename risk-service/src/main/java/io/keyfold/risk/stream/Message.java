package io.keyfold.risk.stream;

import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.rule.Breach;
import org.jspecify.annotations.Nullable;

/** What the processors tell each other. */
sealed interface Message {

    /**
     * To a user's partition; one of the three.
     *
     * @param item an item of the user has changed
     * @param sku so many users bought a thing that the user has bought
     * @param partition how far a partition of the table has been told
     */
    record ToUser(
            @Nullable ItemUpdate item,
            @Nullable SkuNews sku,
            @Nullable PartitionNews partition) implements Message {

        static ToUser of(ItemUpdate item) {
            return new ToUser(item, null, null);
        }

        static ToUser of(SkuNews sku) {
            return new ToUser(null, sku, null);
        }

        static ToUser of(PartitionNews partition) {
            return new ToUser(null, null, partition);
        }
    }

    /**
     * To a SKU's partition.
     *
     * @param key an item that has changed
     * @param userId who has bought it; null if it is not of this SKU any more
     * @param minute when, in minutes since the epoch; null if it does not say
     */
    record ToSku(
            ItemKey key, @Nullable String userId, @Nullable Long minute) implements Message {}

    /**
     * An item of a user has changed.
     *
     * @param key which
     * @param item as it is now; null if it is not the user's any more
     * @param partition of the table
     * @param position up to which that partition has been told with this, exclusive; -1 if no record did it
     */
    record ItemUpdate(ItemKey key, @Nullable Item item, int partition, long position) {}

    /**
     * So many users bought a thing.
     *
     * @param ruleId the rule that says so
     * @param skuId the thing
     * @param breach why it is too much; null if it is not any more
     */
    record SkuNews(String ruleId, String skuId, @Nullable Breach breach) {}

    /**
     * How far a partition of the table has been told.
     *
     * @param partition which
     * @param position exclusive
     * @param stale whether deletes may have been missed in it
     */
    record PartitionNews(int partition, long position, boolean stale) {}
}
