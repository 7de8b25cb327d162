package io.keyfold;

import io.keyfold.change.ChangeFeed;
import io.keyfold.health.FindingHistory;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.row.RowJson;
import io.keyfold.store.TableStore;

/** Makes tables over stores, for test kits; an application asks {@link UpsertConsumer#table(String)}. */
public final class UpsertTables {

    private UpsertTables() {}

    /**
     * {@return a table over a store}
     *
     * @param store the store
     * @param changes its changes
     */
    public static UpsertTable<RowJson> over(TableStore store, ChangeFeed changes) {
        return LocalTable.over(store, changes, new FindingHistory(store, ConsumerMetrics.NONE));
    }
}
