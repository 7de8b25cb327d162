package io.keyfold.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.crash.Kill.Moment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One consumer, killed and started again, and what it must then have. For one thread. */
final class CrashRun implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LOADED_FIRST = 1_500;
    private static final int WRITTEN_WHILE_DOWN = 60;
    private static final int WRITTEN_A_ROUND = 60;
    private static final int MOST_ROUNDS = 200;

    private final CrashScene scene;
    private final Random random;
    private final OutputFold output;
    private final List<String> report = new ArrayList<>();
    private final Map<Moment, Integer> done = new TreeMap<>();
    private @Nullable ChildProcess child;
    private Map<String, Long> lacking = new HashMap<>();
    private int starts;
    private int builds;
    private long mostRestored;
    private long stockRestored;

    CrashRun(CrashScene scene, long seed) {
        this.scene = scene;
        this.random = new Random(seed);
        this.output = scene.output();
    }

    /** Kills it, compares what it has after every halt in the window and at the end, and lets it end in good order. */
    void run(int kills) throws Exception {
        scene.gate().allow(LOADED_FIRST);
        scene.gate().awaitWritten();
        for (Kill kill : Kill.plan(random, kills)) {
            boolean isCompared = !lacking.isEmpty();
            ChildProcess running = start(kill, isCompared);
            if (kill.moment() != Moment.STARTING && kill.moment() != Moment.BUILDING) {
                ready(running);
            }
            if (isCompared) {
                compare(running, kill);
            }
            end(running, kill);
        }
        stopAndCompare();
    }

    /** Kills it when it has loaded its tables and nothing has come since; {@return what the next start restored} */
    long killIdle() throws Exception {
        scene.gate().allow(LOADED_FIRST);
        scene.gate().awaitWritten();
        scene.gate().finish();
        ChildProcess loaded = start(Kill.idle(random), true);
        assertThat(ready(loaded)).as("records loaded by the first start").isPositive();
        loaded.kill();
        ChildProcess again = start(Kill.idle(random), true);
        long restored = ready(again);
        again.kill();
        return restored;
    }

    private void stopAndCompare() throws Exception {
        Kill none = Kill.none(random);
        ChildProcess last = start(none, true);
        ready(last);
        compare(last, none);
        assertThat(last.stop()).as("exit code of a good end").isZero();
        assertThat(last.misfits()).isEmpty();
    }

    private ChildProcess start(Kill kill, boolean awaitsAll) {
        scene.gate().allow(kill.moment() == Moment.IDLE ? 0 : WRITTEN_WHILE_DOWN);
        ChildProcess started =
                ChildProcess.start(scene.options(kill, awaitsAll), scene.file("child-" + starts++ + ".log"));
        child = started;
        report.add("start " + starts + ": " + kill);
        return started;
    }

    /** After the first start only what a crash has lost is restored, and all that is known to be lost is. */
    private long ready(ChildProcess running) throws InterruptedException {
        Map<String, Long> restored = new TreeMap<>();
        for (String word : running.await("READY").split(" ", -1)) {
            int equals = word.indexOf('=');
            restored.put(word.substring(0, equals), Long.parseLong(word.substring(equals + 1)));
        }
        long sum = restored.values().stream().mapToLong(Long::longValue).sum();
        report.add("  restored " + restored + " of " + scene.gate().count() + ", lost " + lacking
                + ", stock stores restored " + running.stockRestored());
        stockRestored += running.stockRestored();
        if (starts > 1) {
            mostRestored = Math.max(mostRestored, sum);
            assertThat(sum)
                    .as("records restored by start %s", starts)
                    .isLessThan(scene.gate().count() / 4);
            assertThat(lacking.keySet())
                    .as("lost by the halt before")
                    .allSatisfy(place -> assertThat(restored)
                            .hasEntrySatisfying(
                                    place, records -> assertThat(records).isPositive()));
        }
        lacking = new HashMap<>();
        return sum;
    }

    private void end(ChildProcess running, Kill kill) throws Exception {
        if (kill.moment() == Moment.IN_WINDOW) {
            haltInWindow(running);
        } else if (kill.moment() == Moment.BUILDING) {
            haltInBuild(running);
        } else {
            scene.gate().allow(kill.records());
            scene.gate().awaitWritten();
            running.kill();
        }
        done.merge(kill.moment(), 1, Integer::sum);
        assertThat(running.misfits()).as("misfits of start %s", starts).isEmpty();
    }

    /** Writes meanwhile. A build may be over before the child saw it. */
    private void haltInBuild(ChildProcess running) throws InterruptedException {
        scene.gate().allow(WRITTEN_A_ROUND);
        boolean isHalted = running.awaitHalt();
        if (isHalted) {
            assertThat(running.awaitEnd()).as("exit code of a halt in a build").isEqualTo(CommitWindow.EXIT);
            builds++;
        } else {
            running.kill();
        }
        scene.gate().awaitWritten();
        report.add(isHalted ? "  halted in a build" : "  all was built before");
    }

    /**
     * Writes until the child has ended itself, and sees that Kafka has what the child says that its store has not. Writes
     * little at a time: of a child that is far behind, a commit is of one table alone, and its window stays shut.
     */
    private void haltInWindow(ChildProcess running) throws Exception {
        int rounds = 0;
        do {
            assertThat(rounds++).as("rounds without a halt in the window").isLessThan(MOST_ROUNDS);
            scene.gate().allow(WRITTEN_A_ROUND);
            scene.gate().awaitWritten();
            scene.gate().finish();
        } while (running.awaitRead(scene.stableEnds()));
        int code = running.awaitEnd();
        assertThat(code).as("exit code of a halt in the window").isEqualTo(CommitWindow.EXIT);
        for (String line : Files.readAllLines(scene.haltFile())) {
            String place = line.substring(0, line.indexOf(' '));
            int slash = place.indexOf('/');
            lacking.put(
                    scene.tableOf(place.substring(0, slash)) + place.substring(slash),
                    Long.parseLong(line.substring(place.length() + 1)));
        }
        Files.delete(scene.haltFile());
        Map<String, Long> committed = scene.committedOffsets();
        assertThat(lacking)
                .as("lost by the halt")
                .isNotEmpty()
                .allSatisfy((place, offset) -> assertThat(committed)
                        .as("Kafka has committed %s past %s", place, offset)
                        .hasEntrySatisfying(place, next -> assertThat(next).isGreaterThan(offset)));
    }

    /** A table has what its position says at once; what is derived and told follows. */
    private void compare(ChildProcess running, Kill kill) throws Exception {
        scene.gate().finish();
        Dump expected = scene.expected().dump(!scene.isMirror(), kill.declared());
        expected.write(scene.file("expected.json"));
        Dump first = dump(running);
        assertThat(first.rows()).as("rows").isEqualTo(expected.rows());
        assertThat(first.marks()).as("marks").isEqualTo(expected.marks());
        assertThat(first.projected())
                .as("indexes and totals that are built")
                .allSatisfy((name, lines) -> assertThat(lines)
                        .as(name)
                        .isEqualTo(expected.projected().get(name)));
        await().atMost(PATIENCE).untilAsserted(() -> {
            Dump now = dump(running);
            assertThat(now.rows()).as("rows").isEqualTo(expected.rows());
            assertThat(now.uncounted()).as("records in no counter").isEqualTo(expected.uncounted());
            assertThat(now.subscribed()).as("what a subscriber was told").isEqualTo(expected.subscribed());
            assertThat(now.perUser()).as("sums").isEqualTo(expected.perUser());
            assertThat(now.projected()).as("indexes and totals").isEqualTo(expected.projected());
            assertThat(now.joined()).as("join").isEqualTo(expected.joined());
        });
        if (!scene.isMirror()) {
            Map<String, String> items = scene.expected().values(CrashTables.ITEMS);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(output.rows()).as("topic of changes").isEqualTo(items));
        }
    }

    private Dump dump(ChildProcess running) throws Exception {
        Path file = scene.file("dump.json");
        running.tell("DUMP " + file + " " + scene.stableEnds());
        running.await("DUMPED");
        return Dump.read(file);
    }

    int windows() {
        return done.getOrDefault(Moment.IN_WINDOW, 0);
    }

    int builds() {
        return builds;
    }

    /** {@return what happened, for a person} */
    String report() {
        return String.join("\n", report) + "\nkills " + done + " with "
                + scene.gate().count()
                + " records; at the most " + mostRestored + " restored by a start after a kill; stock stores "
                + stockRestored + " in all; " + builds + " halted in a build";
    }

    @Override
    public void close() {
        if (child != null) {
            child.close();
        }
        output.close();
    }
}
