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
 * derived state each missed delete was done exactly once. Under {@code -Psoak} 30 kills of each. {@code -Dseed=…} gives the same
 * deletes and the same kills again; what a kill meets is the machine's to say.
 */
class ZombieCrashIT {

    private static final boolean IS_FULL = Boolean.getBoolean("soak.full");
    private static final int KILLS = 30;
    private static final int STARTS_OF_A_SLICE = 2;
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

    /** One consumer that is killed again and again. */
    private static final class Victim {
        private final ReaderSettings settings;
        private final List<Moment> moments;
        private final Path logs;
        private final Map<Moment, Integer> kills = new TreeMap<>();
        private int starts;

        Victim(ReaderSettings settings, Path logs, Moment... moments) {
            this.settings = settings;
            this.logs = logs;
            this.moments = List.of(moments);
        }

        boolean isDone() {
            return IS_FULL ? killed() >= KILLS : starts >= STARTS_OF_A_SLICE;
        }

        private int killed() {
            return kills.values().stream().mapToInt(Integer::intValue).sum();
        }

        Moment next() {
            return moments.get(starts++ % moments.size());
        }

        /** Of a slice, at some of its moments. */
        void assertKilled() {
            System.out.println(settings.materialization() + ": kills " + kills + " in " + starts + " starts");
            assertThat(kills.keySet()).as("moments of kills").isNotEmpty();
            if (IS_FULL) {
                assertThat(kills).containsOnlyKeys(moments);
            }
        }
    }

    @Test
    void bothMaterializations_killedWhileTheySweep_areRightInTheEndWithEachDeleteOnce(
            KeyfoldKafka kafka, @TempDir Path directory) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("ZombieCrashIT: -Dseed=" + seed);
        Random random = new Random(seed);
        Path logs = Files.createDirectories(Path.of("target", "zombie-crash", Long.toString(seed)));
        try (ZombieScene scene = new ZombieScene(kafka, ITEMS)) {
            Victim mirror = new Victim(
                    settings(scene, directory, Materialization.SOURCE_TOPIC),
                    logs,
                    Moment.SWEEPING,
                    Moment.SWEPT,
                    Moment.SCANNING);
            Victim derived = new Victim(
                    settings(scene, directory, Materialization.CHANGELOG),
                    logs,
                    Moment.SCANNING,
                    Moment.IN_WINDOW,
                    Moment.SWEPT,
                    Moment.SWEEPING);
            List<Victim> victims = List.of(mirror, derived);
            awaitRight(scene, victims);
            while (!victims.stream().allMatch(Victim::isDone)) {
                scene.delete(some(scene, random));
                scene.awaitForgotten();
                scene.writeMore(DELETED_AT_ONCE);
                for (Victim victim : victims) {
                    killUntilRight(scene, victim, random);
                }
                awaitRight(scene, victims);
            }
            victims.forEach(Victim::assertKilled);
            try (OutLog out = new OutLog(derived.settings.bootstrapServers(), derived.settings.outTopic())) {
                await().atMost(ZombieScene.PATIENCE)
                        .untilAsserted(() -> ExactlyOnce.assertDeleted(scene, out.values()));
            }
        }
    }

    private static ReaderSettings settings(ZombieScene scene, Path directory, Materialization materialization) {
        return ReaderSettings.of(scene, directory, materialization, FreshnessSettings.DEFAULTS);
    }

    private static void killUntilRight(ZombieScene scene, Victim victim, Random random) throws Exception {
        boolean isRight = false;
        while (!isRight && !victim.isDone()) {
            isRight = !isKilled(scene, victim, HaltAt.at(victim.next(), random));
        }
    }

    private static List<String> some(ZombieScene scene, Random random) {
        List<String> orders =
                new ArrayList<>(scene.live().stream().map(OrderItem::orderId).toList());
        Collections.shuffle(orders, random);
        return orders.subList(0, DELETED_AT_ONCE);
    }

    /** Starts it to be killed; false if all was right before. */
    private static boolean isKilled(ZombieScene scene, Victim victim, HaltAt haltAt) throws Exception {
        ReaderSettings paced = haltAt.moment() == Moment.IN_WINDOW
                ? victim.settings.withPace(FAST_BYTES, LONG_COMMIT_INTERVAL_MS)
                : victim.settings.withPace(SLOW_BYTES, COMMIT_INTERVAL_MS);
        try (ChildProcess child = child(scene, paced, haltAt, victim.logs)) {
            int code = child.awaitUnlessEnded("RIGHT") ? child.stop() : child.awaitEnd();
            assertThat(child.misfits()).isEmpty();
            assertThat(code).as("exit code").isIn(0, SweepHalt.EXIT);
            boolean isKilled = code == SweepHalt.EXIT; // perhaps after all was right
            if (isKilled) {
                victim.kills.merge(haltAt.moment(), 1, Integer::sum);
            }
            return isKilled;
        }
    }

    /** Beside each other: most of the time they start. */
    private static void awaitRight(ZombieScene scene, List<Victim> victims) throws Exception {
        List<ChildProcess> children = new ArrayList<>();
        try {
            for (Victim victim : victims) {
                children.add(child(scene, victim.settings, HaltAt.NEVER, victim.logs));
            }
            for (ChildProcess child : children) {
                assertThat(child.awaitUnlessEnded("RIGHT")).as("right").isTrue();
                assertThat(child.stop()).as("exit code").isZero();
                assertThat(child.misfits()).isEmpty();
            }
        } finally {
            children.forEach(ChildProcess::close);
        }
    }

    private static ChildProcess child(ZombieScene scene, ReaderSettings settings, HaltAt haltAt, Path logs)
            throws IOException {
        return ChildProcess.start(
                ZombieChild.class,
                ZombieChildOptions.of(settings, scene, haltAt).argument(),
                Files.createTempFile(logs, settings.materialization() + "-", ".log"));
    }
}
