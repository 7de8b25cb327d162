package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import java.io.PrintStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What an audit of a whole table takes beside live traffic, and what it costs those who read. */
final class AuditRun {

    private static final String TOPIC = "dwd_order_item";
    private static final long RECORDS_A_BURST = 200;
    private static final long BETWEEN_BURSTS_MS = 100;

    private final Lab lab;
    private final RunOptions options;
    private final PrintStream out;
    private final Traffic traffic;

    AuditRun(Lab lab, RunOptions options, PrintStream out) {
        this.lab = lab;
        this.options = options;
        this.out = out;
        this.traffic = new Traffic(options.seed(), options.keys(), options.keys(), options.spread());
    }

    /** {@return the last line} */
    String run() {
        out.println(String.format(
                ROOT, "An audit of %,d rows beside live traffic, seed %d", options.keys(), options.seed()));
        lab.createTopic(TOPIC);
        try (TopicWriter writer = new TopicWriter(lab.bootstrapServers(), TOPIC, traffic, out)) {
            writer.write(0, options.keys());
            try (JavaProcess child = lab.start(new Assignment(
                    Task.Kind.AUDIT,
                    Assignment.Contender.KEYFOLD,
                    lab.bootstrapServers(),
                    TOPIC,
                    traffic,
                    options.keys(),
                    0,
                    lab.directory("state-audit")))) {
                child.await(ChildMain.LOADED);
                CompletableFuture<Numbers> result =
                        CompletableFuture.supplyAsync(() -> child.awaitNumbers(ChildMain.RESULT));
                long written = keepWriting(writer, result);
                return line(result.join(), written);
            }
        }
    }

    private long keepWriting(TopicWriter writer, CompletableFuture<Numbers> result) {
        long next = options.keys();
        try {
            while (!result.isDone()) {
                writer.writeQuietly(next, next + RECORDS_A_BURST);
                next += RECORDS_A_BURST;
                TimeUnit.MILLISECONDS.sleep(BETWEEN_BURSTS_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        }
        return next - options.keys();
    }

    private String line(Numbers numbers, long written) {
        double seconds = numbers.of(Numbers.NANOS) / 1e9;
        double bare = numbers.of("bareNanos") / 1e9;
        out.println(String.format(ROOT, "%,d records were written meanwhile; nothing was swept", written));
        return "audit rows=" + numbers.of(Numbers.RECORDS) + " s=" + Rates.decimal(seconds) + " bareS="
                + Rates.decimal(bare) + " vsBare=" + Rates.decimal(seconds / bare) + " bytesARow="
                + Rates.decimal(numbers.of("bytes") / (double) numbers.of(Numbers.RECORDS)) + " readsQuiet="
                + numbers.of("readsQuiet") + " readsAudited=" + numbers.of("readsAudited") + " readsRatio="
                + Rates.decimal(numbers.of("readsAudited") / (double) numbers.of("readsQuiet"));
    }
}
