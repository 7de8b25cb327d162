package io.keyfold.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What {@code benchmarks/run} starts. The last line of standard output is the result; exit code 0 if all was right. */
public final class BenchmarksMain {

    private BenchmarksMain() {}

    /**
     * Runs one of the benchmarks.
     *
     * @param args a directory for what the run needs, what to run, its options
     */
    public static void main(String[] args) throws IOException {
        List<String> told = List.of(args);
        if (told.size() >= 2 && told.get(1).equals("jmh")) {
            List<String> options = new ArrayList<>(told.subList(2, told.size()));
            options.addAll(List.of("-prof", "gc"));
            org.openjdk.jmh.Main.main(options.toArray(String[]::new));
            return;
        }
        System.exit(run(System.out, System.err, args));
    }

    /** {@return the exit code: 1 if a contender failed or was wrong, 2 for a wrong argument} */
    static int run(PrintStream out, PrintStream err, String... args) {
        try {
            if (args.length < 2
                    || !List.of("bootstrap", "live", "audit", "rest", "risk").contains(args[1])) {
                throw new IllegalArgumentException(
                        "arguments: " + Arrays.asList(args)
                                + " (expected: a directory, then bootstrap, live, audit, rest, risk or jmh; see benchmarks/run)");
            }
            RunOptions options = RunOptions.parse(
                    args[1].equals("risk") ? RunOptions.RISK : RunOptions.DEFAULTS,
                    Arrays.copyOfRange(args, 2, args.length));
            if (args[1].equals("rest")) {
                Wrk.requireThere();
            }
            try (Lab lab = Lab.open(Path.of(args[0]).toAbsolutePath(), out)) {
                out.println(
                        switch (args[1]) {
                            case "bootstrap" -> new BootstrapRun(lab, options, out).run();
                            case "live" -> new LiveRun(lab, options, out).run();
                            case "rest" -> new RestRun(lab, options, out).run();
                            case "risk" -> new RiskRun(lab, options, out).run();
                            default -> new AuditRun(lab, options, out).run();
                        });
            }
            return 0;
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return 2;
        } catch (IllegalStateException | UncheckedIOException e) {
            err.println(e.getMessage());
            return 1;
        }
    }
}
