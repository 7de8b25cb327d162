package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.keyfold.benchmarks.Assignment.Contender;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks' own code, with few records. A contender whose table is wrong fails its run. */
class BenchmarksIT {

    private static final String RATE = "[1-9][0-9]*/s";
    private static final String RIGHT = ", the table is right";
    private static final String NUMBER = "[0-9]+\\.[0-9]{2}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PrintStream toOut = new PrintStream(out, true, UTF_8);
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @Test
    void bootstrap_ofFewRecords_measuresEveryContenderAndFindsItsTableRight() {
        int exitCode = run("bootstrap", "--records", "30000", "--keys", "10000", "--skew");

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(exitCode).isZero();
        assertThat(out.toString(UTF_8).lines().filter(line -> line.endsWith(RIGHT)))
                .hasSize(7);
        assertThat(lastLine())
                .matches("bootstrap keyfold=" + RATE + " poll=" + RATE + " rocksdb=" + RATE + " stock=" + RATE
                        + " stockRestore=" + RATE + " vsStock=" + NUMBER + " vsRocksdb=" + NUMBER + " restartS="
                        + NUMBER + " restartRestored=[0-9]+");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void live_ofFewUpdates_measuresEveryContenderAndFindsItsTableRight() {
        int exitCode = run("live", "--keys", "5000", "--updates", "5000", "--commits", "100");

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(exitCode).isZero();
        assertThat(out.toString(UTF_8).lines().filter(line -> line.endsWith(RIGHT)))
                .hasSize(3);
        assertThat(lastLine())
                .matches("live keyfold=" + RATE + " changelog=" + RATE + " stock=" + RATE + " vsStock=" + NUMBER
                        + " delayP99ms=" + NUMBER + " bareP99ms=" + NUMBER);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void audit_ofFewRows_sweepsNone() {
        int exitCode = run("audit", "--keys", "5000");

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(exitCode).isZero();
        assertThat(lastLine())
                .matches("audit rows=\\d+ s=" + NUMBER + " bareS=" + NUMBER + " vsBare=" + NUMBER + " bytesARow="
                        + NUMBER + " readsQuiet=\\d+ readsAudited=\\d+ readsRatio=" + NUMBER);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void risk_ofFewChanges_findsTheAlertsOfAllContendersRight() {
        int exitCode = run("risk", "--keys", "400", "--updates", "800", "--commits", "8", "--rounds", "1");

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(exitCode).isZero();
        assertThat(out.toString(UTF_8).lines().filter(line -> line.endsWith(", the alerts are right")))
                .hasSize(3);
        assertThat(lastLine())
                .matches("risk keyfold=" + RATE + " stock=" + RATE + " transactional=" + RATE + " vsStock=" + NUMBER
                        + " vsTransactional=" + NUMBER + " p50ms=" + NUMBER
                        + " p99ms=" + NUMBER + " stockP50ms=" + NUMBER + " stockP99ms=" + NUMBER);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void rest_ofFewRows_answersEveryQuestionRight() {
        assumeTrue(Wrk.isThere(), "wrk is not on the PATH; .ci/run fetches it, or install Debian's package wrk");

        int exitCode = run("rest", "--keys", "4000", "--seconds", "1", "--warmup", "0", "--rounds", "1");

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(exitCode).isZero();
        assertThat(out.toString(UTF_8).lines().filter(line -> line.endsWith(RIGHT.substring(2))))
                .hasSize(1);
        assertThat(lastLine())
                .matches("rest hello=" + RATE + " get=" + RATE + " vsHello=" + NUMBER + " p99ms=" + NUMBER + " forward="
                        + RATE + " batchRows=" + RATE + " pageRows="
                        + RATE);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void contender_withAWrongTable_failsTheRun() {
        Traffic traffic = new Traffic(42, 100, 0, Traffic.Spread.EVEN);
        try (Lab lab = Lab.open(directory, toOut)) {
            lab.createTopic("orders");
            try (TopicWriter writer = new TopicWriter(lab.bootstrapServers(), "orders", traffic, toOut)) {
                writer.write(0, 50);
            }
            Assignment assignment = new Assignment(
                    Task.Kind.READ,
                    Contender.ROCKSDB,
                    lab.bootstrapServers(),
                    "orders",
                    traffic,
                    200,
                    0,
                    lab.directory("state"));

            try (JavaProcess child = lab.start(assignment)) {
                assertThatThrownBy(() -> child.awaitNumbers(ChildMain.RESULT))
                        .hasMessageContaining("rocksdb ended with exit code 1: Wrong table: ");
            }
        }
    }

    @Test
    void jmh_ofOneShortIteration_runsEveryBenchmark() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("io\\.keyfold\\.benchmarks\\.jmh\\..*")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(10))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        assertThat(results)
                .extracting(result -> result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)", "$1"))
                .containsExactlyInAnyOrder(
                        "FoldBenchmark.delete",
                        "FoldBenchmark.insert",
                        "FoldBenchmark.update",
                        "KeyBenchmark.decode",
                        "KeyBenchmark.encodeRoutingKey",
                        "KeyBenchmark.encodeStorageKey",
                        "KeyBenchmark.jacksonRecord",
                        "ReadBenchmark.get",
                        "ReadBenchmark.scanIndex",
                        "ReadBenchmark.scanPrefix",
                        "ValueBenchmark.jacksonRecord",
                        "ValueBenchmark.validate");
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(directory.toString()));
        all.addAll(List.of(arguments));
        return BenchmarksMain.run(toOut, new PrintStream(err, true, UTF_8), all.toArray(String[]::new));
    }

    private String lastLine() {
        List<String> lines = out.toString(UTF_8).lines().toList();
        return lines.get(lines.size() - 1);
    }
}
