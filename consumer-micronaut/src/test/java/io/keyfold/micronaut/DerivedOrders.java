package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.store.DerivedDesk;
import io.keyfold.store.DerivedState;
import io.keyfold.store.DerivedTopology;
import io.keyfold.store.SourceTables;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;

/** What an application derives: items by order, and how it answers for them. */
@Singleton
@Requires(property = DerivedOrders.WANTED)
final class DerivedOrders implements DerivedTopology, DerivedDesk {

    /** An application that sets it derives. */
    static final String WANTED = "test.derived-orders";

    static final String STORE = "items-by-order";
    static final Serializer<String> KEYS = Serdes.String().serializer();

    @Override
    public void build(StreamsBuilder builder, SourceTables tables) {
        tables.table("dwd_order_item")
                .groupBy(
                        (key, row) -> KeyValue.pair((String) key.values().get(0), ""),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .count(Materialized.as(STORE));
    }

    @Override
    public Optional<byte[]> answer(DerivedState state, byte[] question) {
        String order = new String(question, UTF_8);
        OptionalInt partition = state.partition(STORE, order, KEYS);
        if (partition.isEmpty()) {
            return Optional.empty();
        }
        QueryResult<Long> found = state.query(StateQueryRequest.inStore(STORE)
                        .withQuery(KeyQuery.<String, Long>withKey(order))
                        .withPartitions(Set.of(partition.getAsInt()))
                        .requireActive())
                .getPartitionResults()
                .get(partition.getAsInt());
        if (found == null || found.isFailure()) {
            return Optional.empty();
        }
        Long count = found.getResult();
        return Optional.of(String.valueOf(count == null ? 0 : count).getBytes(UTF_8));
    }
}
