package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.Test;

/** Which partition a key has, where only the broker can say how many there are. */
class StorePartitionsTest {

    private static final Serializer<String> TEXT = Serdes.String().serializer();

    private final List<Set<String>> asked = new ArrayList<>();
    private CompletableFuture<Integer> told = new CompletableFuture<>();

    private final StorePartitions partitions = new StorePartitions(topology(), "risk", topics -> {
        asked.add(topics);
        return told;
    });

    /** A store fed by a topic, and one behind a repartition topic. */
    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.table("orders", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("rows"))
                .groupBy(
                        (key, user) -> KeyValue.pair(user, key),
                        Grouped.with("by-user", Serdes.String(), Serdes.String()))
                .count(Materialized.as("sums"));
        return builder.build();
    }

    @Test
    void partition_isThatOfTheTopicsThatFeedTheStore() {
        told.complete(4);

        assertThat(partitions.of("rows", "U7", TEXT)).hasValue(Homes.partition("U7".getBytes(UTF_8), 4));
        assertThat(partitions.of("sums", "U7", TEXT)).hasValue(Homes.partition("U7".getBytes(UTF_8), 4));
        assertThat(partitions.of("sums", "U8", TEXT)).hasValue(Homes.partition("U8".getBytes(UTF_8), 4));
        assertThat(asked).as("each once").containsExactly(Set.of("orders"), Set.of("risk-by-user-repartition"));
    }

    @Test
    void partition_beforeTheBrokerHasTold_isEmptyAndAskedAgainIfItFails() {
        assertThat(partitions.of("sums", "U7", TEXT)).isEmpty();

        told.completeExceptionally(new IllegalStateException("no such topic"));
        assertThat(partitions.of("sums", "U7", TEXT)).isEmpty();

        told = CompletableFuture.completedFuture(1);
        assertThat(partitions.of("sums", "U7", TEXT)).hasValue(0);
        assertThat(asked).hasSize(2);
    }

    @Test
    void partition_ofAStoreThatThereIsNot_isRefused() {
        assertThatThrownBy(() -> partitions.of("alerts", "U7", TEXT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("store: alerts (expected: one of the topology)");
    }
}
