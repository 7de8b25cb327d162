package io.keyfold.risk.stream;

import io.keyfold.store.DerivedState;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** One partition of a store, asked from outside: what is committed. Any thread. */
final class StoreView implements StateReader {

    private final DerivedState derived;
    private final String store;
    private final int partition;

    StoreView(DerivedState derived, String store, int partition) {
        this.derived = derived;
        this.store = store;
        this.partition = partition;
    }

    /** The partition is not on this instance, or not yet. */
    static final class NotHereException extends RuntimeException {

        NotHereException(String why) {
            super(why, null, false, false);
        }
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return this.<byte[]>ask(KeyQuery.withKey(key)).orElse(null);
    }

    @Override
    public void scan(Bytes from, Bytes to, Visitor visitor) {
        try (KeyValueIterator<Bytes, byte[]> entries =
                ask(RangeQuery.<Bytes, byte[]>withRange(from, to)).orElseThrow()) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                if (entry.key.compareTo(to) >= 0 || !visitor.visit(entry.key, entry.value)) {
                    return;
                }
            }
        }
    }

    private <R> Optional<R> ask(Query<R> query) {
        QueryResult<R> result = derived.query(StateQueryRequest.inStore(store)
                        .withQuery(query)
                        .withPartitions(Set.of(partition))
                        .requireActive()
                        .withIsolationLevel(IsolationLevel.READ_COMMITTED))
                .getPartitionResults()
                .get(partition);
        if (result == null) {
            throw new NotHereException("partition " + partition + " of " + store + " is not here");
        }
        if (result.isFailure()) {
            throw new NotHereException("partition " + partition + " of " + store + ": " + result.getFailureReason());
        }
        return Optional.ofNullable(result.getResult());
    }
}
