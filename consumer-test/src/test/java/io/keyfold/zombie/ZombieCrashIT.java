package io.keyfold.zombie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.OrderItem;
import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.Materialization;
import io.keyfold.crash.ChildProcess;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.zombie.HaltAt.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Promise 2 of a process that is killed at any moment of an audit and of a sweep: in the end everything is as it should be, and of
 * derived state each missed delete was done exactly once. Under {@code -Psoak} 30 kills a test. {@code -Dseed=…} gives the same
 * deletes and the same kills again; what a kill meets is the machine's to say.
 */
class ZombieCrashIT {

    private static final boolean IS_FULL = Boolean.getBoolean("soak.full");
    private static final int STARTS = IS_FULL ? 30 : 2;
    private static final int ITEMS = 160;
    private static final int DELETED_AT_ONCE = 30;

    /** Slow enough for a kill to meet it, and so fast that two partitions are swept before the next commit. */
    private static final long SLOW_BYTES = 8 << 10;

    private static final long FAST_BYTES = 1 << 20;
    private static final int COMMIT_INTERVAL_MS = 500;
    private static final int LONG_COMMIT_INTERVAL_MS = 5_000;

    /** A killed process leaves transactions open: their end is not to be waited for. */
    @RegisterExtension
    static final KeyfoldKafkaExtension BROKER = KeyfoldKafkaExtension.builder()
            .brokerConfig("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500")
            .build();

    private final Map<Moment, Integer> kills = new TreeMap<>();

    @Test
    void mirror_killedWhileItSweeps_isRightInTheEnd(KeyfoldKafka kafka, @TempDir Path directory) throws Exception {
        run(kafka, directory, Materialization.SOURCE_TOPIC, List.of(Moment.SWEEPING, Moment.SWEPT, Moment.SCANNING));

        assertKilledAt(Moment.SWEEPING, Moment.SWEPT, Moment.SCANNING);
    }

    @Test
    void derivedState_killedWhileItSweeps_hasEachDeleteOnce(KeyfoldKafka kafka, @TempDir Path directory)
            throws Exception {
        run(
                kafka,
                directory,
                Materialization.CHANGELOG,
                List.of(Moment.SCANNING, Moment.IN_WINDOW, Moment.SWEPT, Moment.SWEEPING));

        assertKilledAt(Moment.SCANNING, Moment.IN_WINDOW, Moment.SWEPT, Moment.SWEEPING);
    }

    /** Of a slice, at some of these. */
    private void assertKilledAt(Moment... all) {
        assertThat(kills.keySet()).as("moments of kills").isNotEmpty();
        if (IS_FULL) {
            assertThat(kills).containsOnlyKeys(all);
        }
    }

    private void run(KeyfoldKafka kafka, Path directory, Materialization materialization, List<Moment> moments)
            throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println(materialization + ": -Dseed=" + seed);
        Random random = new Random(seed);
        Path logs = Files.createDirectories(Path.of("target", "zombie-crash", materialization + "-" + seed));
        try (ZombieScene scene = new ZombieScene(kafka, ITEMS)) {
            ReaderSettings settings = ReaderSettings.of(scene, directory, materialization, FreshnessSettings.DEFAULTS);
            awaitRight(scene, settings, logs);
            int starts = 0;
            while (starts < STARTS) {
                scene.delete(some(scene, random));
                scene.awaitForgotten();
                scene.writeMore();
                boolean isRight = false;
                while (!isRight && starts < STARTS) {
                    Moment moment = moments.get(starts++ % moments.size());
                    isRight = !isKilled(scene, settings, HaltAt.at(moment, random), logs);
                }
                awaitRight(scene, settings, logs);
            }
            System.out.println(materialization + ": kills " + kills + " of " + STARTS + " starts");
            if (settings.isDerived()) {
                try (OutLog out = new OutLog(settings.bootstrapServers(), settings.outTopic())) {
                    await().atMost(ZombieScene.PATIENCE)
                            .untilAsserted(() -> ExactlyOnce.assertDeleted(scene, out.values()));
                }
            }
        }
    }

    private static List<String> some(ZombieScene scene, Random random) {
        List<String> orders =
                new ArrayList<>(scene.live().stream().map(OrderItem::orderId).toList());
        Collections.shuffle(orders, random);
        return orders.subList(0, DELETED_AT_ONCE);
    }

    /** Starts it to be killed; false if all was right before. */
    private boolean isKilled(ZombieScene scene, ReaderSettings settings, HaltAt haltAt, Path logs) throws Exception {
        ReaderSettings paced = haltAt.moment() == Moment.IN_WINDOW
                ? settings.withPace(FAST_BYTES, LONG_COMMIT_INTERVAL_MS)
                : settings.withPace(SLOW_BYTES, COMMIT_INTERVAL_MS);
        try (ChildProcess child = child(scene, paced, haltAt, logs)) {
            boolean isRight = child.awaitUnlessEnded("RIGHT");
            int code = isRight ? child.stop() : child.awaitEnd();
            assertThat(child.misfits()).isEmpty();
            assertThat(code).as("exit code").isEqualTo(isRight ? 0 : SweepHalt.EXIT);
            if (!isRight) {
                kills.merge(haltAt.moment(), 1, Integer::sum);
            }
            return !isRight;
        }
    }

    private static void awaitRight(ZombieScene scene, ReaderSettings settings, Path logs) throws Exception {
        try (ChildProcess child = child(scene, settings, HaltAt.NEVER, logs)) {
            assertThat(child.awaitUnlessEnded("RIGHT")).as("right").isTrue();
            assertThat(child.stop()).as("exit code").isZero();
            assertThat(child.misfits()).isEmpty();
        }
    }

    private static ChildProcess child(ZombieScene scene, ReaderSettings settings, HaltAt haltAt, Path logs)
            throws IOException {
        return ChildProcess.start(
                ZombieChild.class,
                ZombieChildOptions.of(settings, scene, haltAt).argument(),
                Files.createTempFile(logs, "child-", ".log"));
    }
}
