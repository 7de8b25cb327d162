package io.keyfold.zombie;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.Materialization;
import io.keyfold.health.PartitionState;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowKey;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 2 while a table runs: one partition is held until the topic has forgotten deletes, by a dead letter that cannot be written, or
 * by a transaction that stays open. The other partition goes on. Compaction is waited for once.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class ZombieLagIT {

    private static final int HELD = 0;
    private static final int OTHER = 1;

    @TempDir
    static Path directory;

    private static ZombieScene scene;
    private static ZombieScene openScene;
    private static TakeoverGroup derivedGroup;
    private static TakeoverReader mirror;
    private static TakeoverReader derived;
    private static TakeoverReader behindTransaction;
    private static UpsertTransaction transaction;

    @BeforeAll
    static void holdUntilForgotten(KeyfoldKafka kafka) throws IOException {
        scene = new ZombieScene(kafka);
        openScene = ZombieScene.slowly(kafka);
        derivedGroup = TakeoverGroup.of(scene, directory, Materialization.CHANGELOG, Map.of());
        mirror = held(TakeoverGroup.of(scene, directory, Materialization.SOURCE_TOPIC, Map.of()));
        derived = held(derivedGroup);
        behindTransaction = TakeoverGroup.of(openScene, directory, Materialization.SOURCE_TOPIC, Map.of())
                .reader("one");
        List<TakeoverReader> all = List.of(mirror, derived, behindTransaction);
        all.forEach(TakeoverReader::start);
        all.forEach(TakeoverReader::awaitRight);
        hold();
        scene.delete();
        behindTransaction.watchStates();
        transaction = openScene.itemTopic().begin();
        transaction.rawAt(HELD, System.currentTimeMillis(), "never committed".getBytes(UTF_8), null);
        openScene.delete();
        scene.awaitForgotten();
        openScene.itemTopic().awaitForgotten(openScene.zombieKeys(OTHER).toArray(RowKey[]::new));
        scene.writeMore();
        mirror.watchZombies();
        derived.watchZombies();
    }

    /** The partition that is held has a thread of its own. */
    private static TakeoverReader held(TakeoverGroup group) {
        return group.reader("one").threads(2).deadLetterFiles(letters(group));
    }

    private static Path letters(TakeoverGroup group) {
        return directory.resolve(group.name() + "-letters");
    }

    /** A file is where each directory of dead letters should be: the next bad record waits. */
    private static void hold() throws IOException {
        for (TakeoverReader reader : List.of(mirror, derived)) {
            Files.deleteIfExists(letters(reader.group()));
            Files.createFile(letters(reader.group()));
        }
        scene.itemTopic().rawAt(HELD, System.currentTimeMillis(), "no key".getBytes(UTF_8), null);
    }

    @AfterAll
    static void close() {
        transaction.close();
        List.of(mirror, derived, behindTransaction).forEach(TakeoverReader::close);
        scene.close();
        openScene.close();
    }

    /** UC-33 */
    @Test
    void mirror_heldLongerThanTheRetention_servesNoZombieAsFresh() throws IOException {
        PartitionState other = requireNonNull(mirror.partitions().get(OTHER)).state();

        Files.delete(letters(mirror.group()));
        mirror.awaitRight();

        assertThat(mirror.watch().servedFresh()).isEmpty();
        assertThat(other).isEqualTo(PartitionState.READY);
        assertTold(mirror, scene.zombieKeys(HELD), Cause.SWEPT);
        assertTold(mirror, scene.zombieKeys(OTHER), Cause.RECORD);
    }

    /** UC-33 */
    @Test
    void derivedState_heldLongerThanTheRetention_hasEachDeleteOnce() throws IOException {
        Files.delete(letters(derived.group()));
        derived.awaitRight();

        assertThat(derived.watch().servedFresh()).isEmpty();
        assertTold(derived, scene.zombieKeys(HELD), Cause.SWEPT);
        try (OutLog out = derivedGroup.out()) {
            await().dontCatchUncaughtExceptions()
                    .atMost(ZombieScene.PATIENCE)
                    .untilAsserted(() -> ExactlyOnce.assertDeleted(scene, out.values()));
        }
    }

    /** The cleaner does not pass an open transaction: what is behind it is there when it ends. */
    @Test
    void mirror_transactionOpenLongerThanTheRetention_readsEachDelete() {
        assertThat(behindTransaction.changesOf(openScene.zombieKeys(HELD))).isEmpty();

        transaction.abort();
        behindTransaction.awaitRight();

        assertTold(behindTransaction, openScene.zombieKeys(), Cause.RECORD);
        for (int partition : List.of(HELD, OTHER)) {
            assertThat(behindTransaction.states().seen(partition)).containsExactly(PartitionState.READY);
        }
    }

    private static void assertTold(TakeoverReader reader, List<RowKey> keys, Cause cause) {
        await().dontCatchUncaughtExceptions() // the thread that holds the partition dies of its letter
                .atMost(ZombieScene.PATIENCE)
                .untilAsserted(() -> assertThat(reader.deletesOf(keys))
                        .allSatisfy(change -> assertThat(change.cause()).isEqualTo(cause))
                        .extracting(RowChange::key)
                        .containsExactlyInAnyOrderElementsOf(keys));
    }
}
