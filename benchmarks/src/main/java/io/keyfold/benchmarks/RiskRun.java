package io.keyfold.benchmarks;

import static java.time.ZoneOffset.UTC;
import static java.util.Locale.ROOT;

import io.keyfold.benchmarks.Assignment.Contender;
import java.io.PrintStream;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What comes of changes in {@code risk_alert}, and when, by the risk topology on our table and on stock Kafka Streams', one after the
 * other, each on topics of its own with the same records.
 */
final class RiskRun {

    private static final String ITEMS = "dwd_order_item-";

    private final Lab lab;
    private final RunOptions options;
    private final PrintStream out;
    private final RiskTraffic traffic;

    /** What a contender came to. */
    private record Result(long rate, Numbers numbers) {}

    RiskRun(Lab lab, RunOptions options, PrintStream out) {
        this.lab = lab;
        this.options = options;
        this.out = out;
        this.traffic = new RiskTraffic(
                new Traffic(options.seed(), options.keys(), options.keys(), options.spread(), begin(options)));
    }

    /** All records are to be of the last hours, and none of the future. */
    private static LocalDateTime begin(RunOptions options) {
        long records = options.keys() + options.updates() + Commits.count(options.commits());
        return LocalDateTime.now(UTC)
                .minus(Duration.ofMillis(records).plusMinutes(1))
                .truncatedTo(ChronoUnit.MILLIS);
    }

    /** {@return the last line} */
    String run() {
        out.println(String.format(
                ROOT,
                "%,d changes (%s) of a loaded table of %,d items of %,d users, %d rules, seed %d",
                options.updates(),
                options.spread().name().toLowerCase(ROOT),
                options.keys(),
                traffic.users(),
                RiskContender.rules().rules().size(),
                options.seed()));
        Optional<Result> keyfold = measured(Contender.KEYFOLD);
        Optional<Result> stock = measured(Contender.STOCK);
        requireSame(keyfold, stock);
        Optional<Long> ours = keyfold.map(Result::rate);
        Optional<Long> theirs = stock.map(Result::rate);
        return "risk keyfold=" + Rates.each(ours) + " stock=" + Rates.each(theirs) + " vsStock="
                + Rates.ratio(ours, theirs) + " p50ms=" + ms(keyfold, RiskTask.P50_US) + " p99ms="
                + ms(keyfold, RiskTask.P99_US) + " stockP50ms=" + ms(stock, RiskTask.P50_US) + " stockP99ms="
                + ms(stock, RiskTask.P99_US);
    }

    private Optional<Result> measured(Contender contender) {
        if (!options.only().contains(contender)) {
            return Optional.empty();
        }
        String topic = ITEMS + contender.label();
        lab.createTopic(topic);
        lab.createTopic(RiskContender.alerts(contender).topic());
        long records = (long) options.keys() + options.updates();
        try (TopicWriter writer = new TopicWriter(lab.bootstrapServers(), topic, traffic, out)) {
            writer.write(0, options.keys());
            try (JavaProcess child = lab.start(new Assignment(
                    Task.Kind.RISK,
                    contender,
                    lab.bootstrapServers(),
                    topic,
                    traffic.traffic(),
                    records,
                    options.commits(),
                    lab.directory("state-" + contender.label())))) {
                child.await(ChildMain.LOADED);
                long committed = writer.writeAtOnce(options.keys(), records);
                Numbers numbers = child.awaitNumbers(ChildMain.RESULT);
                Result result = new Result(
                        Rates.aSecond(options.updates(), (numbers.of(Numbers.DONE_AT_MS) - committed) * 1_000_000),
                        numbers);
                tell(contender, committed, result);
                return Optional.of(result);
            }
        }
    }

    private void tell(Contender contender, long committed, Result result) {
        Numbers numbers = result.numbers();
        out.println(String.format(
                ROOT,
                "%s: %,d changes in %.2f s: %,d/s, all read after %.2f s, %.2f s of processors' time; %,d rows of risk_alert, %,d alerts are open",
                contender.label(),
                options.updates(),
                (numbers.of(Numbers.DONE_AT_MS) - committed) / 1e3,
                result.rate(),
                (numbers.of(RiskTask.READ_AT_MS) - committed) / 1e3,
                numbers.of(RiskTask.CPU_MS) / 1e3,
                numbers.of(RiskTask.ROWS),
                numbers.of(RiskTask.ALERTS)));
        out.println(String.format(
                ROOT,
                "%s: %,d single commits, %.2f ms each: an alert after %.2f ms (p50), %.2f ms (p99), the alerts are right",
                contender.label(),
                options.commits(),
                numbers.of(RiskTask.COMMIT_P50_US) / 1e3,
                numbers.of(RiskTask.P50_US) / 1e3,
                numbers.of(RiskTask.P99_US) / 1e3));
    }

    private static void requireSame(Optional<Result> one, Optional<Result> other) {
        if (one.isPresent()
                && other.isPresent()
                && one.get().numbers().of(RiskTask.DIGEST)
                        != other.get().numbers().of(RiskTask.DIGEST)) {
            throw new IllegalStateException("Wrong alerts: the contenders do not agree");
        }
    }

    private static String ms(Optional<Result> result, String name) {
        return result.map(of -> Rates.decimal(of.numbers().of(name) / 1e3)).orElse("-");
    }
}
