package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowKind;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 2 where one instance takes over from another: deletes that the group has dealt with are not in its own old copy. All copies
 * here grow old together: compaction is waited for once.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class ZombieTakeoverIT {

    /** Kafka Streams would remove an old directory with all that is in it, ours too. */
    private static final Map<String, String> KEEPS_OLD = Map.of("state.cleanup.dir.max.age.ms", "-1");

    @TempDir
    static Path directory;

    private static ZombieScene scene;
    private static TakeoverReader mirror;
    private static TakeoverReader derived;
    private static TakeoverReader derivedKept;
    private static TakeoverReader oldStandby;
    private static TakeoverReader itsActive;
    private static TakeoverReader keptUp;
    private static TakeoverReader activeOfKeptUp;
    private static TakeoverGroup derivedGroup;
    private static AuditLog oldStandbysAudits;

    @BeforeAll
    static void growOld(KeyfoldKafka kafka) {
        scene = new ZombieScene(kafka);
        TakeoverGroup mirrorGroup = group(Materialization.SOURCE_TOPIC, Map.of());
        derivedGroup = group(Materialization.CHANGELOG, Map.of());
        TakeoverGroup keptGroup = group(Materialization.CHANGELOG, KEEPS_OLD);
        TakeoverGroup standbyGroup = group(Materialization.SOURCE_TOPIC, TakeoverGroup.STANDBY);
        TakeoverGroup keptUpGroup = group(Materialization.SOURCE_TOPIC, TakeoverGroup.STANDBY);
        mirror = mirrorGroup.reader("old");
        derived = derivedGroup.reader("old");
        derivedKept = keptGroup.reader("old");
        oldStandby = standbyGroup.reader("old");
        itsActive = standbyGroup.reader("new");
        activeOfKeptUp = keptUpGroup.reader("active");
        keptUp = keptUpGroup.reader("standby");
        List<TakeoverReader> old = List.of(mirror, derived, derivedKept, oldStandby);
        List<TakeoverReader> successors =
                List.of(mirrorGroup.reader("new"), derivedGroup.reader("new"), keptGroup.reader("new"), itsActive);
        old.forEach(TakeoverReader::start);
        old.forEach(TakeoverReader::awaitRight);
        old.forEach(TakeoverReader::leave);
        successors.forEach(TakeoverReader::start);
        successors.forEach(TakeoverReader::awaitRight);
        activeOfKeptUp.start().awaitRight();
        keptUp.start();
        await().atMost(ZombieScene.PATIENCE).until(ZombieTakeoverIT::hasReadAll);
        scene.delete();
        successors.forEach(TakeoverReader::awaitRight);
        forget(derivedGroup, keptGroup);
        scene.writeMore();
        successors.forEach(TakeoverReader::awaitRight);
        successors.stream().filter(each -> each != itsActive).forEach(TakeoverReader::leave);
        oldStandbysAudits = AuditLog.begin(standbyGroup);
        derived.looksYoung();
        old.forEach(reader -> reader.start().watchStates().watchZombies());
        keptUp.watchStates().watchZombies();
        scene.keepDeletes();
    }

    /** Each row has one record in the topic, as long as none was deleted. */
    private static boolean hasReadAll() {
        return keptUp.table().status().counts().read() == scene.live().size();
    }

    private static TakeoverGroup group(Materialization materialization, Map<String, String> more) {
        return TakeoverGroup.of(scene, directory, materialization, more);
    }

    private static void forget(TakeoverGroup first, TakeoverGroup second) {
        try (ForgettingLog one = first.changelog();
                ForgettingLog two = second.changelog()) {
            Set<ByteBuffer> keys = one.awaitDeletes();
            two.awaitDeletes();
            scene.awaitForgotten();
            one.awaitForgotten(keys);
            two.awaitForgotten(keys);
        }
    }

    @AfterAll
    static void close() {
        oldStandbysAudits.close();
        List.of(mirror, derived, derivedKept, oldStandby, itsActive, keptUp, activeOfKeptUp)
                .forEach(TakeoverReader::close);
        scene.close();
    }

    /** UC-33 */
    @Test
    void mirror_withAnOldCopy_tellsOneDeletePerZombie() {
        mirror.awaitRight();

        assertThat(mirror.watch().servedFresh()).isEmpty();
        await().atMost(ZombieScene.PATIENCE)
                .untilAsserted(() -> assertThat(mirror.changesOf(scene.zombieKeys()))
                        .hasSize(scene.zombies().size())
                        .allSatisfy(change -> {
                            assertThat(change.kind()).isEqualTo(RowKind.DELETE);
                            assertThat(change.cause()).isEqualTo(Cause.SWEPT);
                        })
                        .doesNotHaveDuplicates());
    }

    /** UC-33: what the group has deleted is not taken off what is derived a second time, though a backup has made all look young. */
    @Test
    void derivedState_withAnOldCopy_isRightAndTellsNothingTwice() {
        derived.awaitRight();

        assertThat(derived.watch().servedFresh()).isEmpty();
        assertThat(derived.changesOf(scene.zombieKeys())).isEmpty();
        try (OutLog out = derivedGroup.out()) {
            await().atMost(ZombieScene.PATIENCE).untilAsserted(() -> ExactlyOnce.assertDeleted(scene, out.values()));
        }
    }

    /** UC-33: our copy is made anew by itself, whatever becomes of the directory. */
    @Test
    void table_withAnOldCopyOfItsChangelog_isMadeAnewAndSaysWhy() {
        await().atMost(ZombieScene.PATIENCE).until(derivedKept::isReady);

        assertThat(derivedKept.rows()).isEqualTo(scene.expected().items());
        assertThat(derivedKept.watch().servedFresh()).isEmpty();
        assertThat(derivedKept.changesOf(scene.zombieKeys())).isEmpty();
        assertThat(derivedKept.partitions().values())
                .extracting(PartitionStatus::rebuilt)
                .allSatisfy(why -> assertThat(why)
                        .hasValueSatisfying(text ->
                                assertThat(text).contains("longer ago than half of that topic's delete.retention.ms")));
    }

    /** UC-33: its zombies have gone before, in silence. */
    @Test
    void standby_withAnOldCopy_sweepsInSilenceAndIsReadyAtOnce() {
        Map<String, Integer> zombies = Map.of(
                ZombieScene.ITEMS + "-0", scene.zombieKeys(0).size(),
                ZombieScene.ITEMS + "-1", scene.zombieKeys(1).size());
        await().atMost(ZombieScene.PATIENCE)
                .untilAsserted(() -> assertThat(oldStandbysAudits.gone()).isEqualTo(zombies));
        assertThat(oldStandby.table().status().counts().swept())
                .isEqualTo(scene.zombies().size());

        assertTakesOverAtOnce(oldStandby, itsActive);
    }

    /** UC-33: it has seen every delete itself. */
    @Test
    void standby_thatKeptUp_isReadyAtOnce() {
        assertTakesOverAtOnce(keptUp, activeOfKeptUp);
    }

    private static void assertTakesOverAtOnce(TakeoverReader standby, TakeoverReader active) {
        standby.awaitKeptDeletes();
        assertThat(standby.partitions()).as("partitions of a standby").isEmpty();

        active.leave();
        standby.awaitRight();

        for (int partition = 0; partition < ZombieScene.PARTITIONS; partition++) {
            assertThat(standby.states().seen(partition))
                    .as("states of " + partition)
                    .isNotEmpty()
                    .doesNotContain(PartitionState.SUSPECT, PartitionState.AUDITING);
        }
        assertThat(standby.watch().servedFresh()).isEmpty();
        assertThat(standby.changesOf(scene.zombieKeys())).isEmpty();
    }
}
