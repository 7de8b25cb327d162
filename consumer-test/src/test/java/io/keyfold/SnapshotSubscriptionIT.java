package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.PartitionStatus;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who subscribes from a snapshot has the table, whatever is written and wherever its partitions go meanwhile. */
@ExtendWith(KeyfoldKafkaExtension.class)
class SnapshotSubscriptionIT {

    private static final int PARTITIONS = 4;
    private static final int ROWS = 10_000;

    private Instances instances;
    private PacedOrders traffic;

    @BeforeEach
    void write(KeyfoldKafka kafka, @TempDir Path directory) {
        instances =
                Instances.of(kafka, kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS), directory);
        traffic = new PacedOrders(kafka.bootstrapServers(), instances.contract().topic(), ROWS, System.nanoTime());
        traffic.writeAll();
    }

    @AfterEach
    void close() {
        traffic.close();
        instances.close();
    }

    @Test
    void subscriber_fromASnapshotUnderTraffic_hasEveryRowOnceAndThenItsChanges() throws Exception {
        UpsertConsumer consumer = instances.start("one");
        traffic.begin();
        awaitChange(consumer);

        TableFollower follower = follow(consumer);
        awaitComplete(follower, PARTITIONS);
        awaitChange(consumer);
        traffic.end();

        awaitEqual(List.of(follower), consumer);
        assertThat(follower.snapshots()).isEqualTo(PARTITIONS);
    }

    @Test
    void partitions_thatMoveUnderTraffic_areLostHereAndASnapshotThere() throws Exception {
        UpsertConsumer first = instances.start("one");
        TableFollower here = follow(first);
        awaitComplete(here, PARTITIONS);
        traffic.begin();

        UpsertConsumer second = instances.make("two");
        TableFollower there = follow(second);
        second.start();
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> !there.complete().isEmpty()
                        && here.complete().size() + there.complete().size() == PARTITIONS);
        traffic.end();

        awaitEqual(List.of(here, there), first, second);
        assertThat(here.lost()).containsAll(there.complete());
        assertThat(here.complete()).isEqualTo(partitions(first));
        assertThat(there.complete()).isEqualTo(partitions(second));
    }

    @Test
    void partitions_thatComeBack_areASnapshotAgain() throws Exception {
        UpsertConsumer first = instances.start("one");
        TableFollower here = follow(first);
        UpsertConsumer second = instances.start("two");
        await().atMost(TableUnderTest.PATIENCE).until(() -> !partitions(second).isEmpty());
        traffic.begin();
        awaitChange(first);

        second.leave();
        awaitComplete(here, PARTITIONS);
        traffic.end();

        awaitEqual(List.of(here), first);
        assertThat(here.lost()).isNotEmpty();
        assertThat(here.snapshots()).isGreaterThan(PARTITIONS);
    }

    @Test
    void subscriber_ofARestartedInstance_hasTheWholeTableAgain() throws Exception {
        UpsertConsumer before = instances.start("one");
        traffic.begin();
        awaitChange(before);
        before.close();
        UpsertConsumer after = instances.make("one");
        TableFollower follower = follow(after);

        after.start();
        awaitComplete(follower, PARTITIONS);
        traffic.end();

        awaitEqual(List.of(follower), after);
        assertThat(follower.lost()).isEmpty();
    }

    private TableFollower follow(UpsertConsumer consumer) {
        TableFollower follower = new TableFollower();
        instances.table(consumer).subscribeFromSnapshot(follower);
        return follower;
    }

    private static void awaitComplete(TableFollower follower, int partitions) {
        await().atMost(TableUnderTest.PATIENCE).until(() -> follower.complete().size() == partitions);
    }

    /** The traffic reaches the table. */
    private void awaitChange(UpsertConsumer consumer) {
        long before = instances.table(consumer).status().counts().applied();
        await().atMost(TableUnderTest.PATIENCE)
                .until(() -> instances.table(consumer).status().counts().applied() > before + 500);
    }

    private void awaitEqual(List<TableFollower> followers, UpsertConsumer... consumers) {
        instances.awaitCaughtUp(consumers);
        await().atMost(TableUnderTest.PATIENCE)
                .untilAsserted(() -> assertThat(TableModel.union(
                                followers.stream().map(TableFollower::rows).toList()))
                        .isEqualTo(traffic.rows()));
        assertThat(followers)
                .allSatisfy(follower -> assertThat(follower.contradictions()).isEmpty());
    }

    private Set<Integer> partitions(UpsertConsumer consumer) {
        return instances.table(consumer).status().partitions().stream()
                .map(PartitionStatus::partition)
                .collect(Collectors.toSet());
    }
}
