package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.PartitionState;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 2 where a partition moves to another instance while it is audited: the one that had it never came to its zombies. All copies
 * here grow old together: compaction is waited for once.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class ZombieRebalanceIT {

    /** So many that at the least rate the audit of a partition takes longer than a rebalance by far. */
    private static final int ITEMS = 160;

    private static final long LEAST_BYTES_PER_SECOND = 1_024;

    @TempDir
    static Path directory;

    private static ZombieScene scene;
    private static Pair derived;
    private static Pair derivedWithStandby;
    private static Pair mirror;

    /** Two instances of a group. */
    private record Pair(TakeoverGroup group, TakeoverReader first, TakeoverReader second) implements AutoCloseable {

        static Pair of(Materialization materialization, Map<String, String> overrides) {
            TakeoverGroup group = TakeoverGroup.of(scene, directory, materialization, overrides);
            return new Pair(group, group.reader("first"), group.reader("second"));
        }

        /** It audits slowly. */
        void startFirst() {
            first.auditBytesPerSecond(LEAST_BYTES_PER_SECOND)
                    .start()
                    .watchStates()
                    .watchZombies();
        }

        void startSecond() {
            second.start().watchZombies();
        }

        /** The partition that the second one has now. */
        int moved() {
            Set<Integer> moved = second.partitions().keySet();
            assertThat(moved).as("partitions that have moved").hasSize(1);
            return moved.iterator().next();
        }

        List<String> servedFresh() {
            List<String> all = new ArrayList<>(first.watch().servedFresh());
            all.addAll(second.watch().servedFresh());
            return all;
        }

        @Override
        public void close() {
            first.close();
            second.close();
        }
    }

    @BeforeAll
    static void rebalanceInMidAudit(KeyfoldKafka kafka) {
        scene = new ZombieScene(kafka, ITEMS);
        derived = Pair.of(Materialization.CHANGELOG, TakeoverGroup.SHARED);
        derivedWithStandby = Pair.of(Materialization.CHANGELOG, TakeoverGroup.STANDBY);
        mirror = Pair.of(Materialization.SOURCE_TOPIC, TakeoverGroup.SHARED);
        List<Pair> all = List.of(derivedWithStandby, derived, mirror);
        all.forEach(pair -> pair.first().start());
        all.forEach(pair -> pair.first().awaitRight().leave());
        mirror.second().start().awaitRight().leave(); // a new copy would have no zombies
        scene.delete();
        scene.awaitForgotten();
        scene.writeMore();
        all.forEach(Pair::startFirst);
        for (Pair pair : all) {
            pair.first().awaitAudits();
            pair.startSecond();
        }
        TakeoverReader standby = derivedWithStandby.second();
        await().atMost(ZombieScene.PATIENCE)
                .until(() -> standby.table().status().counts().read() >= ITEMS);
        assertThat(standby.partitions()).as("partitions of the standby").isEmpty();
        derivedWithStandby.first().leave();
    }

    @AfterAll
    static void close() {
        List.of(derived, derivedWithStandby, mirror).forEach(Pair::close);
        scene.close();
    }

    /** UC-33 */
    @Test
    void derivedState_anotherJoinsInMidAudit_hasEachDeleteOnce() {
        derived.group().awaitRight(derived.first(), derived.second());

        assertMovedInMidAudit(derived);
        assertThat(derived.servedFresh()).isEmpty();
        assertDeletedOnce(derived);
    }

    /** UC-33 */
    @Test
    void derivedState_standbyTakesOverInMidAudit_hasEachDeleteOnce() {
        derivedWithStandby.second().awaitRight();

        for (int partition = 0; partition < ZombieScene.PARTITIONS; partition++) {
            assertNeverAuditedByFirst(derivedWithStandby, partition);
        }
        assertTold(derivedWithStandby.first(), List.of());
        assertTold(derivedWithStandby.second(), scene.zombieKeys());
        assertThat(derivedWithStandby.servedFresh()).isEmpty();
        assertDeletedOnce(derivedWithStandby);
    }

    /** UC-33 */
    @Test
    void mirror_anotherWithAnOldCopyJoinsInMidAudit_tellsOneDeletePerZombie() {
        mirror.group().awaitRight(mirror.first(), mirror.second());

        assertMovedInMidAudit(mirror);
        assertThat(mirror.servedFresh()).isEmpty();
    }

    private static void assertMovedInMidAudit(Pair pair) {
        int moved = pair.moved();
        assertNeverAuditedByFirst(pair, moved);
        assertTold(pair.first(), scene.zombieKeys(ZombieScene.PARTITIONS - 1 - moved));
        assertTold(pair.second(), scene.zombieKeys(moved));
    }

    private static void assertNeverAuditedByFirst(Pair pair, int partition) {
        assertThat(pair.first().states().seen(partition))
                .contains(PartitionState.AUDITING)
                .doesNotContain(PartitionState.READY);
    }

    /** Of all zombies these, each once. */
    private static void assertTold(TakeoverReader reader, List<RowKey> keys) {
        await().atMost(ZombieScene.PATIENCE)
                .untilAsserted(() -> assertThat(reader.changesOf(scene.zombieKeys()))
                        .allSatisfy(change -> {
                            assertThat(change.kind()).isEqualTo(RowKind.DELETE);
                            assertThat(change.cause()).isEqualTo(Cause.SWEPT);
                        })
                        .extracting(RowChange::key)
                        .containsExactlyInAnyOrderElementsOf(keys));
    }

    private static void assertDeletedOnce(Pair pair) {
        try (OutLog out = pair.group().out()) {
            await().atMost(ZombieScene.PATIENCE).untilAsserted(() -> ExactlyOnce.assertDeleted(scene, out.values()));
        }
    }
}
