package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import io.keyfold.benchmarks.Assignment.Contender;
import java.io.PrintStream;
import java.util.Optional;

/** How fast each table follows its topic, one after the other, each on a topic of its own with the same records. */
final class LiveRun {

    private final Lab lab;
    private final RunOptions options;
    private final PrintStream out;
    private final Traffic traffic;

    LiveRun(Lab lab, RunOptions options, PrintStream out) {
        this.lab = lab;
        this.options = options;
        this.out = out;
        this.traffic = new Traffic(options.seed(), options.keys(), options.keys(), options.spread());
    }

    /** {@return the last two lines} */
    String run() {
        out.println(String.format(
                ROOT,
                "%,d updates (%s) of a loaded table of %,d keys, seed %d",
                options.updates(),
                options.spread().name().toLowerCase(ROOT),
                options.keys(),
                options.seed()));
        Optional<Long> keyfold = rate(Contender.KEYFOLD);
        Optional<Numbers> delays = keyfold.map(loaded -> delays());
        Optional<Long> changelog = rate(Contender.CHANGELOG);
        Optional<Long> stock = rate(Contender.STOCK);
        return "live delayP50ms=" + ms(delays, "p50Us") + " bareP50ms=" + ms(delays, "bareP50Us") + " commitP50ms="
                + ms(delays, "commitP50Us") + System.lineSeparator() + "live keyfold=" + Rates.each(keyfold)
                + " changelog=" + Rates.each(changelog) + " stock=" + Rates.each(stock) + " vsStock="
                + Rates.ratio(keyfold, stock) + " delayP99ms=" + ms(delays, "p99Us") + " bareP99ms="
                + ms(delays, "bareP99Us");
    }

    private Optional<Long> rate(Contender contender) {
        return options.only().contains(contender) ? Optional.of(measured(contender)) : Optional.empty();
    }

    private long measured(Contender contender) {
        lab.createTopic(topic(contender));
        try (TopicWriter writer = new TopicWriter(lab.bootstrapServers(), topic(contender), traffic, out)) {
            writer.write(0, options.keys());
            try (JavaProcess child =
                    lab.start(assignment(contender, Task.Kind.FOLLOW, options.keys(), options.updates()))) {
                child.await(ChildMain.LOADED);
                long committed = writer.writeAtOnce(options.keys(), options.keys() + options.updates());
                long done = child.awaitNumbers(ChildMain.RESULT).of(Numbers.DONE_AT_MS);
                long rate = Rates.aSecond(options.updates(), (done - committed) * 1_000_000);
                out.println(String.format(
                        ROOT,
                        "%s follow: %,d updates in %.2f s: %,d/s, the table is right",
                        contender.label(),
                        options.updates(),
                        (done - committed) / 1e3,
                        rate));
                return rate;
            }
        }
    }

    private Numbers delays() {
        try (JavaProcess child = lab.start(assignment(
                Contender.KEYFOLD, Task.Kind.DELAY, options.keys() + options.updates(), options.commits()))) {
            return child.awaitNumbers(ChildMain.RESULT);
        }
    }

    private Assignment assignment(Contender contender, Task.Kind task, long records, long more) {
        return new Assignment(
                task,
                contender,
                lab.bootstrapServers(),
                topic(contender),
                traffic,
                records,
                more,
                lab.directory("state-" + contender.label()));
    }

    private static String topic(Contender contender) {
        return "dwd_order_item-" + contender.label();
    }

    private static String ms(Optional<Numbers> delays, String name) {
        return delays.map(numbers -> Rates.decimal(numbers.of(name) / 1e3)).orElse("-");
    }
}
