package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.rule.RuleBook;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The risk topology on a loaded table: first changes that all become visible at once, until the alerts are what they come to, twice,
 * and the first half of them is not measured: what a topology does while it loads, and thus what of it is compiled by then, differs;
 * then single commits, each of which opens an alert, until a bare consumer beside it gets that. A delay begins just before the
 * producer is told to commit; all in one JVM, hence by one clock.
 */
final class RiskTask implements Task {

    /** When all records had been read, in ms of the wall clock. */
    static final String READ_AT_MS = "readAtMs";

    /** What of the processors' time the JVM took meanwhile, in ms. */
    static final String CPU_MS = "cpuMs";

    static final String ALERTS = "alerts";
    static final String ROWS = "rows";
    static final String DIGEST = "digest";
    static final String P50_US = "p50Us";
    static final String P99_US = "p99Us";
    static final String COMMIT_P50_US = "commitP50Us";

    private static final long LOOK_MS = 50;
    /** As long must alerts have been right for nothing more to come. */
    private static final long SETTLED_MS = 1_000;

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** No multiple of the intervals of commits and of rounds: it falls on all parts of them. */
    private static final Duration PERIOD = Duration.ofMillis(53);

    /** When all had been read, and when the alerts were right. */
    private record Followed(long readAtMs, long doneAtMs) {}

    private final Assignment assignment;
    private final String label;
    private final RiskTraffic traffic;
    private final AlertTexts texts;
    private final RuleBook rules = RiskContender.rules();
    private final Commits commits;

    RiskTask(Assignment assignment) {
        this.assignment = assignment;
        this.label = "risk " + assignment.contender().label();
        this.traffic = new RiskTraffic(assignment.traffic());
        this.texts = new AlertTexts(RiskContender.alerts(assignment.topic()));
        String opened = rules.rules().get(0).id();
        this.commits = new Commits(
                Math.toIntExact(assignment.more()),
                number -> assignment.traffic().keyBytes(assignment.traffic().keys() + number),
                number -> RiskTraffic.value(lone(number)),
                number ->
                        texts.key(String.valueOf(lone(number).userId()), opened).getBytes(UTF_8));
    }

    /** {@return the number of the first record that is measured} */
    static long warm(long loaded, long records) {
        return loaded + (records - loaded) / 2;
    }

    private OrderItem lone(int number) {
        return traffic.lone(assignment.records() + number, number);
    }

    @Override
    public Numbers run() throws InterruptedException {
        long loaded = assignment.traffic().loaded();
        long warm = warm(loaded, assignment.records());
        Map<String, String> afterAll = expected(assignment.records(), 0);
        String alertsTopic = RiskContender.alerts(assignment.topic()).topic();
        try (AlertWatch alerts = AlertWatch.start(assignment.bootstrapServers(), alertsTopic, commits);
                RiskContender contender = RiskContender.of(assignment)) {
            alerts.expect(expected(loaded, 0));
            contender.start();
            follow(label + " loading", 0, loaded, contender, alerts);
            alerts.expect(expected(warm, 0));
            System.out.println(ChildMain.LOADED);
            follow(label + " warming up", loaded, warm, contender, alerts);
            long rows = alerts.rows();
            alerts.expect(afterAll);
            System.out.println(ChildMain.WARM);
            long cpuMs = cpuMs();
            Followed followed = follow(label, warm, assignment.records(), contender, alerts);
            cpuMs = cpuMs() - cpuMs;
            long rowsOfChanges = alerts.rows() - rows;
            alerts.expect(expected(assignment.records(), commits.count()));
            Histogram durations = commits.makeAll(assignment.bootstrapServers(), assignment.topic(), PERIOD);
            awaitRight(contender, alerts);
            Histogram delays = alerts.delays();
            return new Numbers(Map.of(
                    READ_AT_MS,
                    followed.readAtMs(),
                    Numbers.DONE_AT_MS,
                    followed.doneAtMs(),
                    CPU_MS,
                    cpuMs,
                    ALERTS,
                    (long) afterAll.size(),
                    ROWS,
                    rowsOfChanges,
                    DIGEST,
                    alerts.digest(),
                    P50_US,
                    delays.getValueAtPercentile(50),
                    P99_US,
                    delays.getValueAtPercentile(99),
                    COMMIT_P50_US,
                    durations.getValueAtPercentile(50)));
        }
    }

    private static Followed follow(String what, long from, long to, RiskContender contender, AlertWatch alerts)
            throws InterruptedException {
        try (Progress progress = Progress.of(what, to - from)) {
            progress.watch(() -> contender.records() - from);
            return new Followed(awaitRead(contender, to), awaitRight(contender, alerts));
        }
    }

    private static long cpuMs() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return TimeUnit.NANOSECONDS.toMillis(system.getProcessCpuTime());
    }

    private Map<String, String> expected(long records, int lone) {
        return RiskExpected.after(traffic, records, lone, rules, texts);
    }

    private static long awaitRead(RiskContender contender, long records) throws InterruptedException {
        while (contender.records() < records) {
            contender.requireAlive();
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return System.currentTimeMillis();
    }

    /** Waits until the alerts are right and nothing more comes; gives since when. */
    private static long awaitRight(RiskContender contender, AlertWatch alerts) throws InterruptedException {
        long end = System.currentTimeMillis() + PATIENCE.toMillis();
        while (true) {
            contender.requireAlive();
            Optional<Long> since = alerts.rightSinceMs();
            long now = System.currentTimeMillis();
            if (since.isPresent() && now - since.get() >= SETTLED_MS) {
                return since.get();
            }
            if (now > end) {
                throw new IllegalStateException("Wrong alerts: " + alerts.difference());
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }
}
