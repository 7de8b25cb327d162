package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.store.TopicNote.Weight;
import io.keyfold.store.TopicShape.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicShapeTest {

    private static List<TopicNote> replicas(int brokers, int... replicas) {
        return new TopicShape(
                        "orders",
                        brokers,
                        Arrays.stream(replicas)
                                .mapToObj(n -> new Partition(n, 10))
                                .toList())
                .notes();
    }

    /** Of as many partitions, the last with the rest. */
    private static List<TopicNote> written(int partitions, long each, long last) {
        List<Partition> all = new ArrayList<>(Collections.nCopies(partitions - 1, new Partition(3, each)));
        all.add(new Partition(3, last));
        return new TopicShape("orders", 3, all).notes();
    }

    @Test
    void notes_twoReplicas_areEnough() {
        assertThat(replicas(3, 2, 2, 3)).isEmpty();
    }

    @Test
    void notes_onePartitionWithOneReplica_namesIt() {
        assertThat(replicas(2, 2, 1, 1))
                .containsExactly(new TopicNote(
                        "replication",
                        Weight.WARNING,
                        "orders",
                        "2 of 3 partitions of topic orders, the first orders-1, are kept by one broker of 2: with its disk"
                                + " their records are lost, and while it is away nothing is read from them",
                        "give the topic a replication factor of 2, with kafka-reassign-partitions.sh"));
        assertThat(replicas(5, 1))
                .singleElement()
                .satisfies(note -> assertThat(note.advice()).contains("replication factor of 3"));
    }

    @Test
    void notes_oneReplicaOnTheOnlyBroker_isGoodToKnow() {
        assertThat(replicas(1, 1, 1))
                .containsExactly(new TopicNote(
                        "replication",
                        Weight.INFO,
                        "orders",
                        "topic orders is kept by one broker, and the cluster has no other: with its disk all records are lost",
                        "where rows must outlive a broker, run three and give the topic a replication factor of 3"));
    }

    @Test
    void notes_partitionBeyondFourTimesTheOthers_namesItAndBothNumbers() {
        assertThat(written(10, 1_000, 9_000)).singleElement().satisfies(note -> {
            assertThat(note.id()).isEqualTo("partition-skew");
            assertThat(note.weight()).isEqualTo(Weight.WARNING);
            assertThat(note.about()).isEqualTo("orders-9");
            assertThat(note.sentence())
                    .startsWith("partition orders-9 has had 9000 offsets written, and the others 1000 on average:")
                    .contains("offsets are not rows");
        });
    }

    @Test
    void notes_partitionOfFourTimesTheOthers_isNone() {
        assertThat(written(10, 2_000, 8_000)).isEmpty();
        assertThat(written(10, 2_000, 8_001)).hasSize(1);
    }

    @Test
    void notes_topicOfTwoPartitions_canBeSkewedToo() {
        assertThat(written(2, 2_000, 8_001)).hasSize(1);
    }

    @Test
    void notes_fewOffsets_sayNothing() {
        assertThat(written(10, 0, 9_999)).isEmpty();
        assertThat(written(10, 0, 10_000)).hasSize(1);
    }

    @Test
    void notes_onlyPartition_hasNoOthers() {
        assertThat(written(1, 0, 1_000_000)).isEmpty();
    }

    @Test
    void notes_emptyTopic_hasNone() {
        assertThat(written(6, 0, 0)).isEmpty();
    }
}
