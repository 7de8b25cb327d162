package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowKey;
import io.keyfold.store.DerivedAnswer;
import io.keyfold.store.DerivedDesk;
import io.keyfold.store.DerivedState;
import io.keyfold.store.SourceTables;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;

/** Quantities by user, and the desk of one instance that tells them. */
final class UserSums implements DerivedDesk {

    static final String STORE = "per-user";

    /** What the desk cannot stand, and says with its contents. */
    static final String UNBEARABLE = "unbearable";

    /** To which it gives more than a reply may have. */
    static final String ENDLESS = "endless";

    private static final Serializer<String> USERS = Serdes.String().serializer();

    private final AtomicInteger answers = new AtomicInteger();

    static void build(StreamsBuilder builder, SourceTables tables) {
        KTable<RowKey, OrderItem> items = tables.table("dwd_order_item", OrderItem.class);
        items.groupBy(
                        (key, item) -> KeyValue.pair(
                                item.userId(), requireNonNull(item.quantity()).longValue()),
                        Grouped.with(Serdes.String(), Serdes.Long()))
                .reduce(Long::sum, (sum, gone) -> sum - gone, Materialized.as(STORE));
    }

    /** How often it has told a sum. */
    int answers() {
        return answers.get();
    }

    static DerivedAnswer ask(UpsertConsumer instance, String user) {
        return instance.derived().ask(STORE, user, USERS, user.getBytes(UTF_8));
    }

    static long sum(DerivedAnswer answer) {
        return Long.parseLong(new String(((DerivedAnswer.Answered) answer).bytes(), UTF_8));
    }

    @Override
    public Optional<byte[]> answer(DerivedState derived, byte[] question) {
        String user = new String(question, UTF_8);
        if (user.equals(UNBEARABLE)) {
            throw new IllegalStateException("the secret is " + user);
        }
        if (user.equals(ENDLESS)) {
            return Optional.of(new byte[8 << 20]);
        }
        OptionalInt partition = derived.partition(STORE, user, USERS);
        if (partition.isEmpty()) {
            return Optional.empty();
        }
        QueryResult<Long> found = derived.query(StateQueryRequest.inStore(STORE)
                        .withQuery(KeyQuery.<String, Long>withKey(user))
                        .withPartitions(Set.of(partition.getAsInt()))
                        .requireActive())
                .getPartitionResults()
                .get(partition.getAsInt());
        if (found == null || found.isFailure()) {
            return Optional.empty();
        }
        answers.incrementAndGet();
        Long sum = found.getResult();
        return Optional.of(String.valueOf(sum == null ? 0 : sum).getBytes(UTF_8));
    }
}
