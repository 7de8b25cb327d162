package io.keyfold.risk.stream;

import io.keyfold.risk.item.Item;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.risk.rule.Breach;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What the processors tell each other. */
sealed interface Message {

    /** Whether it tells how far a partition of the table is, which concerns everybody. */
    boolean isNews();

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

        @Override
        public boolean isNews() {
            return partition != null;
        }

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
     * To a SKU's partition; one of the two.
     *
     * @param item an item of the SKU has changed
     * @param partition how far a partition of the table has been told
     */
    record ToSku(@Nullable Bought item, @Nullable PartitionNews partition) implements Message {

        @Override
        public boolean isNews() {
            return partition != null;
        }

        static ToSku of(ItemKey key, @Nullable String userId, @Nullable Long minute) {
            return new ToSku(new Bought(key, userId, minute), null);
        }

        static ToSku of(PartitionNews partition) {
            return new ToSku(null, partition);
        }
    }

    /**
     * An item of a SKU has changed.
     *
     * @param key which
     * @param userId who has bought it; null if it is not of this SKU any more
     * @param minute when, in minutes since the epoch; null if it does not say
     */
    record Bought(
            ItemKey key, @Nullable String userId, @Nullable Long minute) {}

    /**
     * An item of a user has changed.
     *
     * @param key which
     * @param item as it is now; null if it is not the user's any more
     * @param partition of the table
     * @param position up to which that partition has been told with this, exclusive; -1 if that is not known
     */
    record ItemUpdate(ItemKey key, @Nullable Item item, int partition, long position) {}

    /**
     * So many users bought a thing.
     *
     * @param ruleId the rule that says so
     * @param skuId the thing
     * @param breach why it is too much; null if it is not any more
     * @param asOf up to which position, exclusive, each partition of the table is in this
     */
    record SkuNews(String ruleId, String skuId, @Nullable Breach breach, SortedMap<Integer, Long> asOf) {}

    /**
     * How far a partition of the table has been told.
     *
     * @param partition which
     * @param partitions how many the table has
     * @param position exclusive
     * @param caughtUp whether it has been read as far as the topic was at some moment since it is read here
     * @param stale whether deletes may have been missed in it
     * @param atMs when, in ms since the epoch
     */
    record PartitionNews(int partition, int partitions, long position, boolean caughtUp, boolean stale, long atMs) {}
}
