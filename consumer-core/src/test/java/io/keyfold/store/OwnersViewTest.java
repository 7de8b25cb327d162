package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.PeerAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.apache.kafka.streams.state.internals.StreamsMetadataImpl;
import org.junit.jupiter.api.Test;

class OwnersViewTest {

    private static StreamsMetadata instance(HostInfo host, Set<TopicPartition> active, Set<TopicPartition> standby) {
        return new StreamsMetadataImpl(host, Set.of("t"), active, Set.of("t"), standby);
    }

    @Test
    void of_instances_tellsWhoHasWhat() {
        OwnersView view = OwnersView.of(
                List.of(
                        instance(
                                new HostInfo("one", 1),
                                Set.of(new TopicPartition("orders", 0), new TopicPartition("other", 1)),
                                Set.of()),
                        instance(
                                new HostInfo("::1", 2),
                                Set.of(new TopicPartition("orders", 1)),
                                Set.of(new TopicPartition("orders", 0)))),
                "orders");

        assertThat(view.of(0, true))
                .isEqualTo(new PartitionOwners(
                        true, Optional.of(new PeerAddress("one", 1)), List.of(new PeerAddress("::1", 2))));
        assertThat(view.of(1, false).active()).contains(new PeerAddress("::1", 2));
        assertThat(view.of(2, false)).isEqualTo(PartitionOwners.UNKNOWN);
        assertThat(view.addresses()).containsExactlyInAnyOrder(new PeerAddress("one", 1), new PeerAddress("::1", 2));
    }

    /** Kafka Streams says so of an instance that gave no address. */
    @Test
    void of_instanceWithoutAddress_isLeftOut() {
        assertThat(OwnersView.of(
                        List.of(instance(HostInfo.unavailable(), Set.of(new TopicPartition("orders", 0)), Set.of())),
                        "orders"))
                .isEqualTo(OwnersView.UNKNOWN);
    }

    /** Whoever joins the group can say what he likes. */
    @Test
    void of_addressThatIsNone_isLeftOut() {
        OwnersView view = OwnersView.of(
                List.of(
                        instance(new HostInfo("a", 0), Set.of(new TopicPartition("orders", 1)), Set.of()),
                        instance(new HostInfo(" ", 8080), Set.of(new TopicPartition("orders", 2)), Set.of()),
                        instance(new HostInfo("b", 8080), Set.of(new TopicPartition("orders", 3)), Set.of())),
                "orders");

        assertThat(view.active()).containsOnlyKeys(3);
    }
}
