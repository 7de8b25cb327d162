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
import io.keyfold.row.RowKind;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 2 while a table runs: one partition is held by a dead letter that cannot be written until the topic has forgotten the deletes
 * behind it. The other partition has a thread of its own and goes on.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
class ZombieLagIT {

    private static final int HELD = 0;
    private static final int OTHER = 1;

    @TempDir
    Path directory;

    /** UC-33 */
    @Test
    void mirror_heldLongerThanTheRetention_servesNoZombieAsFresh(KeyfoldKafka kafka) throws IOException {
        try (ZombieScene scene = new ZombieScene(kafka)) {
            TakeoverGroup group = TakeoverGroup.of(scene, directory, Materialization.SOURCE_TOPIC, Map.of());
            Path letters = directory.resolve("letters");
            try (TakeoverReader reader = group.reader("one")
                    .threads(2)
                    .deadLetterFiles(letters)
                    .start()
                    .awaitRight()) {
                hold(scene, letters);
                Map<RowKey, Integer> partitions = reader.partitionsOfRows();
                scene.delete();
                scene.awaitForgotten();
                PartitionState other =
                        requireNonNull(reader.partitions().get(OTHER)).state();
                scene.writeMore();
                reader.watchZombies();

                Files.delete(letters);
                reader.awaitRight();

                assertThat(reader.watch().servedFresh()).isEmpty();
                assertThat(other).isEqualTo(PartitionState.READY);
                partitions.keySet().retainAll(scene.zombieKeys());
                assertTold(reader, in(partitions, HELD), Cause.SWEPT);
                assertTold(reader, in(partitions, OTHER), Cause.RECORD);
            }
        }
    }

    /** A file is where the directory of dead letters should be: the next bad record waits. */
    private static void hold(ZombieScene scene, Path letters) throws IOException {
        Files.deleteIfExists(letters);
        Files.createFile(letters);
        scene.itemTopic().rawAt(HELD, System.currentTimeMillis(), "no key".getBytes(UTF_8), null);
    }

    private static List<RowKey> in(Map<RowKey, Integer> partitions, int partition) {
        return partitions.entrySet().stream()
                .filter(each -> each.getValue() == partition)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static void assertTold(TakeoverReader reader, List<RowKey> keys, Cause cause) {
        await().dontCatchUncaughtExceptions() // the thread that holds the partition dies of its letter
                .atMost(ZombieScene.PATIENCE)
                .untilAsserted(() -> assertThat(reader.changesOf(keys))
                        .allSatisfy(change -> {
                            assertThat(change.kind()).isEqualTo(RowKind.DELETE);
                            assertThat(change.cause()).isEqualTo(cause);
                        })
                        .extracting(RowChange::key)
                        .containsExactlyInAnyOrderElementsOf(keys));
    }
}
