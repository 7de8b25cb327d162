package io.keyfold.crash;

import io.keyfold.UpsertConsumer;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;

/** Reads what a topology has derived. */
public final class DerivedStores {

    private DerivedStores() {}

    /** Calls for every entry of a store that is here; a partition that is not there yet has none. */
    public static <K, V> void each(UpsertConsumer consumer, String store, BiConsumer<K, V> each) {
        consumer.derived()
                .query(StateQueryRequest.inStore(store).withQuery(RangeQuery.<K, V>withNoBounds()))
                .getPartitionResults()
                .values()
                .forEach(result -> {
                    if (result.isFailure()) {
                        return; // not there yet: what is missing shows, and is asked for again
                    }
                    try (KeyValueIterator<K, V> rows = result.getResult()) {
                        rows.forEachRemaining(row -> each.accept(row.key, row.value));
                    }
                });
    }
}
