package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import io.keyfold.benchmarks.Assignment.Contender;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** How fast each contender reads a whole topic, one after the other on one broker. */
final class BootstrapRun {

    private static final String TOPIC = "dwd_order_item";

    /** Of the records, written while ours is killed: enough that it is in the middle of them; at most as many. */
    private static final int TRAFFIC_SHARE = 100;

    private static final long MOST_TRAFFIC = 10_000;

    private final Lab lab;
    private final RunOptions options;
    private final PrintStream out;
    private final Traffic traffic;

    BootstrapRun(Lab lab, RunOptions options, PrintStream out) {
        this.lab = lab;
        this.options = options;
        this.out = out;
        this.traffic = new Traffic(options.seed(), options.keys(), 0, options.spread());
    }

    /** {@return the last two lines} */
    String run() {
        out.println(String.format(
                ROOT,
                "Writing %,d records of %,d keys (%s), seed %d",
                options.records(),
                options.keys(),
                options.spread().name().toLowerCase(ROOT),
                options.seed()));
        lab.createTopic(TOPIC);
        try (TopicWriter writer = new TopicWriter(lab.bootstrapServers(), TOPIC, traffic, out)) {
            writer.write(0, options.records());
            Optional<Long> poll = rate(Contender.POLL, Task.Kind.READ);
            Optional<Long> rocksdb = rate(Contender.ROCKSDB, Task.Kind.READ);
            Optional<Long> stock = rate(Contender.STOCK, Task.Kind.READ);
            Lab.remove(stateDir(Contender.STOCK));
            Optional<Long> stockRestore = rate(Contender.STOCK, Task.Kind.RESTORE);
            Optional<Long> declared = rate(Contender.DECLARED, Task.Kind.READ);
            Optional<Restarted> keyfold = keyfold(writer);
            return "bootstrap declared=" + Rates.each(declared) + " vsStock=" + Rates.ratio(declared, stock)
                    + " vsRocksdb="
                    + Rates.ratio(declared, rocksdb) + System.lineSeparator() + "bootstrap keyfold="
                    + Rates.each(keyfold.map(Restarted::rate)) + " poll=" + Rates.each(poll) + " rocksdb="
                    + Rates.each(rocksdb) + " stock=" + Rates.each(stock) + " stockRestore=" + Rates.each(stockRestore)
                    + " vsStock="
                    + Rates.ratio(keyfold.map(Restarted::rate), stock) + " vsRocksdb="
                    + Rates.ratio(keyfold.map(Restarted::rate), rocksdb) + " restartS="
                    + keyfold.map(ours -> Rates.decimal(ours.nanos / 1e9)).orElse("-") + " restartRestored="
                    + keyfold.map(ours -> Long.toString(ours.restored)).orElse("-");
        }
    }

    private Optional<Long> rate(Contender contender, Task.Kind task) {
        if (!options.only().contains(contender)) {
            return Optional.empty();
        }
        try (JavaProcess child = lab.start(assignment(contender, task, options.records()))) {
            return Optional.of(rate(contender + " " + task, child.awaitNumbers(ChildMain.RESULT)));
        }
    }

    private long rate(String what, Numbers numbers) {
        out.println(String.format(
                ROOT,
                "%s: %,d records in %.2f s: %,d/s, the table is right",
                what.toLowerCase(ROOT),
                numbers.of(Numbers.RECORDS),
                numbers.of(Numbers.NANOS) / 1e9,
                numbers.rate()));
        return numbers.rate();
    }

    /** Ours, killed in the middle of traffic, and started again when the traffic has ended. */
    private Optional<Restarted> keyfold(TopicWriter writer) {
        if (!options.only().contains(Contender.KEYFOLD)) {
            return Optional.empty();
        }
        long rate;
        long traffic = Math.max(2, Math.min(MOST_TRAFFIC, options.records() / TRAFFIC_SHARE));
        long end = options.records() + traffic;
        try (JavaProcess child = lab.start(assignment(Contender.KEYFOLD, Task.Kind.READ_AND_STAY, options.records()))) {
            rate = rate("keyfold read", child.awaitNumbers(ChildMain.RESULT));
            writer.write(options.records(), end - traffic / 2);
            child.kill();
        }
        writer.write(end - traffic / 2, end);
        try (JavaProcess child = lab.start(assignment(Contender.KEYFOLD, Task.Kind.READ, end))) {
            Numbers numbers = child.awaitNumbers(ChildMain.RESULT);
            out.println(String.format(
                    ROOT,
                    "keyfold after kill -9, %,d records later: %.2f s, %,d restored, the table is right",
                    traffic,
                    numbers.of(Numbers.NANOS) / 1e9,
                    numbers.of(Numbers.RESTORED)));
            return Optional.of(new Restarted(rate, numbers.of(Numbers.NANOS), numbers.of(Numbers.RESTORED)));
        }
    }

    private Assignment assignment(Contender contender, Task.Kind task, long records) {
        return new Assignment(task, contender, lab.bootstrapServers(), TOPIC, traffic, records, 0, stateDir(contender));
    }

    private Path stateDir(Contender contender) {
        return lab.directory("state-" + contender.label());
    }

    /** Ours: its rate from nothing, and its restart. */
    private record Restarted(long rate, long nanos, long restored) {}
}
