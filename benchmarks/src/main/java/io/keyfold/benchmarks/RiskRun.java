package io.keyfold.benchmarks;

import static java.time.ZoneOffset.UTC;
import static java.util.Locale.ROOT;

import io.keyfold.benchmarks.Assignment.Contender;
import java.io.PrintStream;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What comes of changes in {@code risk_alert}, and when, by the risk topology on our table and on stock Kafka Streams', one after the
 * other, each on a broker and topics of its own with the same records. Every other round is in reverse order.
 */
final class RiskRun {

    private static final String ITEMS = "dwd_order_item-";
    private static final List<Contender> CONTENDERS =
            List.of(Contender.KEYFOLD, Contender.STOCK, Contender.TRANSACTIONAL);

    private final Lab lab;
    private final RunOptions options;
    private final PrintStream out;
    private final RiskTraffic traffic;
    private final Map<Contender, List<Result>> results = new EnumMap<>(Contender.class);

    /** What a contender came to in a round. */
    private record Result(long nanos, Numbers numbers) {}

    RiskRun(Lab lab, RunOptions options, PrintStream out) {
        this.lab = lab;
        this.options = options;
        this.out = out;
        this.traffic = new RiskTraffic(
                new Traffic(options.seed(), options.keys(), options.keys(), options.spread(), begin(options)));
    }

    /** All records are to be of the last hours, and none of the future. */
    private static LocalDateTime begin(RunOptions options) {
        long all = records(options) + Commits.count(options.commits());
        return LocalDateTime.now(UTC)
                .minus(Duration.ofMillis(all).plusMinutes(1))
                .truncatedTo(ChronoUnit.MILLIS);
    }

    /** As many changes again are not measured. */
    private static long records(RunOptions options) {
        return options.keys() + 2 * options.updates();
    }

    /** {@return the last line} */
    String run() {
        out.println(String.format(
                ROOT,
                "%,d changes (%s), after as many that are not measured, of a loaded table of %,d items of %,d users, %d rules, seed %d",
                options.updates(),
                options.spread().name().toLowerCase(ROOT),
                options.keys(),
                traffic.users(),
                RiskContender.rules().rules().size(),
                options.seed()));
        for (int round = 0; round < options.load().rounds(); round++) {
            List<Contender> inTurn = new ArrayList<>(CONTENDERS);
            inTurn.retainAll(options.only());
            if (round % 2 == 1) {
                Collections.reverse(inTurn);
            }
            for (Contender contender : inTurn) {
                if (!results.isEmpty()) {
                    lab.renewBroker();
                }
                results.computeIfAbsent(contender, any -> new ArrayList<>()).add(measured(contender, round));
            }
        }
        requireSame();
        Optional<Long> ours = rate(Contender.KEYFOLD);
        Optional<Long> theirs = rate(Contender.STOCK);
        Optional<Long> transactional = rate(Contender.TRANSACTIONAL);
        return "risk keyfold=" + Rates.each(ours) + " stock=" + Rates.each(theirs) + " transactional="
                + Rates.each(transactional) + " vsStock=" + Rates.ratio(ours, theirs) + " vsTransactional="
                + Rates.ratio(ours, transactional) + " p50ms=" + ms(Contender.KEYFOLD, RiskTask.P50_US) + " p99ms="
                + ms(Contender.KEYFOLD, RiskTask.P99_US) + " stockP50ms=" + ms(Contender.STOCK, RiskTask.P50_US)
                + " stockP99ms=" + ms(Contender.STOCK, RiskTask.P99_US);
    }

    private Result measured(Contender contender, int round) {
        String topic = ITEMS + contender.label() + "-" + round;
        lab.createTopic(topic);
        lab.createTopic(RiskContender.alerts(topic).topic());
        long records = records(options);
        long warm = RiskTask.warm(options.keys(), records);
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
                    lab.directory("state-" + topic)))) {
                child.await(ChildMain.LOADED);
                writer.writeAtOnce(options.keys(), warm);
                child.await(ChildMain.WARM);
                long committed = writer.writeAtOnce(warm, records);
                Numbers numbers = child.awaitNumbers(ChildMain.RESULT);
                tell(contender, committed, numbers);
                return new Result((numbers.of(Numbers.DONE_AT_MS) - committed) * 1_000_000, numbers);
            }
        }
    }

    private void tell(Contender contender, long committed, Numbers numbers) {
        long tookMs = numbers.of(Numbers.DONE_AT_MS) - committed;
        out.println(String.format(
                ROOT,
                "%s: %,d changes in %.2f s: %,d/s, all read after %.2f s, %.2f s of processors' time; %,d rows of risk_alert, %,d alerts are open",
                contender.label(),
                options.updates(),
                tookMs / 1e3,
                Rates.aSecond(options.updates(), tookMs * 1_000_000),
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

    private void requireSame() {
        long digests = all().map(result -> result.numbers().of(RiskTask.DIGEST))
                .distinct()
                .count();
        if (digests > 1) {
            throw new IllegalStateException("Wrong alerts: the contenders do not agree");
        }
    }

    private Stream<Result> all() {
        return results.values().stream().flatMap(List::stream);
    }

    /** Of all rounds together. */
    private Optional<Long> rate(Contender contender) {
        return Optional.ofNullable(results.get(contender))
                .map(rounds -> Rates.aSecond(
                        options.updates() * rounds.size(),
                        rounds.stream().mapToLong(Result::nanos).sum()));
    }

    /** Of the worst round. */
    private String ms(Contender contender, String name) {
        return Optional.ofNullable(results.get(contender)).stream()
                .flatMap(List::stream)
                .map(result -> result.numbers().of(name))
                .max(Comparator.naturalOrder())
                .map(us -> Rates.decimal(us / 1e3))
                .orElse("-");
    }
}
