package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 2 of a first load that takes longer than deletes are kept: rows that were loaded early are deleted, and forgotten by the
 * topic, before the load comes to where the deletes were. Compaction is waited for once.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class ZombieFirstLoadIT {

    private static final int ITEMS = 300;

    /** Those that are deleted are among so many of the first. */
    private static final int EARLY = 9;

    /** The load would go on for a minute after the first rows, and longer. */
    private static final int MIRROR_BYTES_PER_SECOND = 1_024;

    /** It reads what it is joined with too, and what it writes between its steps. */
    private static final int DERIVED_BYTES_PER_SECOND = 2_048;

    /** A load has many fetches. */
    private static final String FETCH_BYTES = "2048";

    @TempDir
    static Path directory;

    private static ZombieScene scene;
    private static SlowClients slowMirror;
    private static SlowClients slowDerived;
    private static TakeoverReader mirror;
    private static TakeoverGroup derivedGroup;
    private static TakeoverReader derived;

    @BeforeAll
    static void loadUntilForgotten(KeyfoldKafka kafka) {
        scene = new ZombieScene(kafka, ITEMS);
        slowMirror = SlowClients.begin(kafka, MIRROR_BYTES_PER_SECOND);
        slowDerived = SlowClients.begin(kafka, DERIVED_BYTES_PER_SECOND);
        derivedGroup = group(Materialization.CHANGELOG, slowDerived);
        derived = derivedGroup.reader("one");
        mirror = group(Materialization.SOURCE_TOPIC, slowMirror).reader("one");
        List<TakeoverReader> all = List.of(mirror, derived);
        all.forEach(TakeoverReader::start);
        all.forEach(reader -> await().atMost(ZombieScene.PATIENCE).until(() -> hasLoadedZombies(reader)));
        scene.delete();
        scene.awaitForgotten();
        all.forEach(ZombieFirstLoadIT::assertLoadsBeforeDeletes);
        scene.writeMore();
        all.forEach(TakeoverReader::watchZombies);
        slowMirror.lift();
        slowDerived.lift();
    }

    private static TakeoverGroup group(Materialization materialization, SlowClients clients) {
        return TakeoverGroup.of(
                scene,
                directory,
                materialization,
                Map.of(
                        "client.id",
                        clients.clientId(),
                        "main.consumer.max.partition.fetch.bytes",
                        FETCH_BYTES,
                        "main.consumer.fetch.max.bytes",
                        FETCH_BYTES,
                        "restore.consumer.max.partition.fetch.bytes",
                        FETCH_BYTES,
                        "restore.consumer.fetch.max.bytes",
                        FETCH_BYTES));
    }

    /** Whichever partition they are in. */
    private static boolean hasLoadedZombies(TakeoverReader reader) {
        Map<Integer, PartitionStatus> partitions = reader.partitions();
        return partitions.size() == ZombieScene.PARTITIONS
                && partitions.values().stream().allMatch(status -> next(reader, status) >= EARLY);
    }

    /** The next offset that it loads: a mirror by a restore, a table with a changelog as any record. */
    private static long next(TakeoverReader reader, PartitionStatus status) {
        return reader == mirror
                ? status.restore().map(RestoreProgress::next).orElse(0L)
                : status.position().map(PartitionPosition::position).orElse(0L);
    }

    private static void assertLoadsBeforeDeletes(TakeoverReader reader) {
        assertThat(reader.partitions()).hasSize(ZombieScene.PARTITIONS).allSatisfy((partition, status) -> {
            assertThat(status.state())
                    .isEqualTo(reader == mirror ? PartitionState.RESTORING : PartitionState.CATCHING_UP);
            assertThat(next(reader, status)).isBetween((long) EARLY, scene.firstDelete(partition) - 1);
        });
    }

    @AfterAll
    static void close() {
        slowMirror.close();
        slowDerived.close();
        mirror.close();
        derived.close();
        scene.close();
    }

    /** UC-33 */
    @Test
    void mirror_loadedLongerThanTheRetention_tellsOneDeletePerZombie() {
        mirror.awaitRight();

        assertThat(mirror.watch().servedFresh()).isEmpty();
        assertSweptOnce(mirror);
    }

    /** UC-33 */
    @Test
    void derivedState_loadedLongerThanTheRetention_hasEachDeleteOnce() {
        derived.awaitRight();

        assertThat(derived.watch().servedFresh()).isEmpty();
        assertSweptOnce(derived);
        try (OutLog out = derivedGroup.out()) {
            await().atMost(ZombieScene.PATIENCE).untilAsserted(() -> ExactlyOnce.assertDeleted(scene, out.values()));
        }
    }

    private static void assertSweptOnce(TakeoverReader reader) {
        await().atMost(ZombieScene.PATIENCE)
                .untilAsserted(() -> assertThat(reader.deletesOf(scene.zombieKeys()))
                        .allSatisfy(change -> assertThat(change.cause()).isEqualTo(Cause.SWEPT))
                        .extracting(RowChange::key)
                        .containsExactlyInAnyOrderElementsOf(scene.zombieKeys()));
    }
}
