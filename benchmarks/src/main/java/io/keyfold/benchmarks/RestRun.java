package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;
import static java.util.Objects.requireNonNull;

import io.keyfold.benchmarks.RestApi.Question;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How many questions a second one of two instances answers over HTTP while the table is written, beside a constant reply of the
 * same server. A wrong row, another status than 200, or a table that does not follow its topic fails the run.
 */
final class RestRun {

    private static final int SAMPLE = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long BETWEEN_LOOKS_NANOS = Duration.ofMillis(20).toNanos();

    private final Lab lab;
    private final RunOptions options;
    private final PrintStream out;
    private final Traffic traffic;
    private final Map<Question, List<WrkResult>> results = new EnumMap<>(Question.class);

    RestRun(Lab lab, RunOptions options, PrintStream out) {
        this.lab = lab;
        this.options = options;
        this.out = out;
        this.traffic = new Traffic(options.seed(), options.keys(), options.keys(), options.spread());
    }

    /** {@return the last two lines} */
    String run() {
        out.println(String.format(
                ROOT,
                "%,d rows on two instances, of which one is asked over %d connections; seed %d",
                options.keys(),
                options.load().connections(),
                options.seed()));
        lab.createTopic(RestApi.TABLE_NAME);
        try (TopicWriter writer = new TopicWriter(lab.bootstrapServers(), RestApi.TABLE_NAME, traffic, out)) {
            writer.write(0, options.keys());
            RestServices services = RestServices.start(lab, options.keys(), out);
            Map<Integer, HttpText> owners = services.owners();
            RestKeys keys = new RestKeys(traffic, owners, services.measured());
            becomeLikeARow(services.measured(), keys);
            RestModel model = new RestModel(traffic);
            long read = services.records();
            long written;
            try (SteadyWriter steady = SteadyWriter.start(writer, options.keys());
                    RestChecker checker = RestChecker.start(services.measured(), traffic, keys, model, steady);
                    Wrk wrk = new Wrk(lab.directory("wrk"), services.measured().server(), options)) {
                measure(new RestLoad(
                        services, read, steady, checker, wrk, keys.write(lab.directory("wrk")), options.load(), out));
                written = steady.stop();
            }
            verifyEnd(owners, model, written);
        }
        return lines();
    }

    /** So that both replies have as many bytes. */
    private void becomeLikeARow(HttpText server, RestKeys keys) {
        int[] here = keys.of(Question.GET);
        List<String> rows = IntStream.range(0, RestApi.ROWS)
                .map(i -> here[(int) ((long) i * here.length / RestApi.ROWS)])
                .mapToObj(key -> server.get(RestApi.path(Question.GET) + RestApi.thing(Question.GET, traffic, key)))
                .sorted(Comparator.comparingInt(String::length))
                .toList();
        String row = rows.get(rows.size() / 2);
        server.putText(RestApi.path(Question.HELLO), row);
        out.println("A row is a reply of " + row.length() + " bytes, and so is hello");
    }

    private void measure(RestLoad load) {
        List<Question> compared = List.of(Question.HELLO, Question.GET);
        if (options.load().warmUp() > 0) {
            // In two turns: what was compiled for one question is compiled anew for the next.
            List.of(Question.values()).forEach(load::warmUp);
            List.of(Question.values()).forEach(load::warmUp);
        }
        for (int round = 0; round < options.load().rounds(); round++) {
            compared.forEach(question -> measure(load, question));
        }
        Stream.of(Question.values())
                .filter(question -> !compared.contains(question))
                .forEach(question -> measure(load, question));
    }

    private void measure(RestLoad load, Question question) {
        results.computeIfAbsent(question, none -> new ArrayList<>()).add(load.measure(question));
    }

    /** When nothing more is written, each row becomes the last that was. */
    private void verifyEnd(Map<Integer, HttpText> owners, RestModel model, long written) {
        long[] last = model.last(written);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int sample = Math.min(SAMPLE, traffic.keys());
        for (int i = 0; i < sample; i++) {
            int key = (int) ((long) i * traffic.keys() / sample);
            HttpText owner = requireNonNull(owners.get(RestKeys.partition(traffic, key)));
            do {
                if (System.nanoTime() - deadline >= 0) {
                    throw new IllegalStateException("Wrong table: the row of key " + key + " is still that of record "
                            + model.seen(key) + " (expected: " + last[key] + "; seed " + traffic.seed() + ")");
                }
                model.check(owner.get(RestApi.path(Question.GET) + RestApi.thing(Question.GET, traffic, key)), written);
            } while (model.seen(key) != last[key] && pause());
        }
        out.println(String.format(ROOT, "%,d rows at the end: the table is right", sample));
    }

    private static boolean pause() {
        LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        return true;
    }

    private String lines() {
        WrkResult hello = median(Question.HELLO).orElseThrow();
        WrkResult get = median(Question.GET).orElseThrow();
        return "rest helloP50ms=" + ms(hello.p50Us()) + " getP50ms=" + ms(get.p50Us()) + " helloP99ms="
                + ms(hello.p99Us()) + " getP99ms=" + ms(get.p99Us()) + " p99VsHello="
                + Rates.decimal((double) get.p99Us() / Math.max(1, hello.p99Us())) + System.lineSeparator()
                + "rest hello=" + hello.rate() + "/s get=" + get.rate() + "/s vsHello="
                + Rates.ratio(Optional.of(get.rate()), Optional.of(hello.rate())) + " p99ms=" + ms(get.p99Us())
                + " forward=" + rows(Question.FORWARD, 1) + " batchRows=" + rows(Question.BATCH, RestApi.ROWS)
                + " pageRows=" + rows(Question.PAGE, RestApi.ROWS);
    }

    private Optional<WrkResult> median(Question question) {
        return Optional.ofNullable(results.get(question)).map(WrkResult::median);
    }

    private String rows(Question question, int rowsAnAnswer) {
        return Rates.each(median(question).map(result -> result.rate() * rowsAnAnswer));
    }

    private static String ms(long micros) {
        return Rates.decimal(micros / 1e3);
    }
}
