package io.keyfold.benchmarks;

import io.keyfold.benchmarks.RestApi.Question;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Asks beside the load, some 50 times a second on a thread of its own, and compares each answer with what was written. */
final class RestChecker implements AutoCloseable {

    private static final long BETWEEN_NANOS = Duration.ofMillis(20).toNanos();
    private static final int SINGLES_A_LIST = 10;

    private final HttpText server;
    private final Traffic traffic;
    private final RestKeys keys;
    private final RestModel model;
    private final SteadyWriter writer;
    private final SplittableRandom random;
    private final Thread thread = new Thread(this::run, "checker");
    private final AtomicLong rows = new AtomicLong();
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    private RestChecker(HttpText server, Traffic traffic, RestKeys keys, RestModel model, SteadyWriter writer) {
        this.server = server;
        this.traffic = traffic;
        this.keys = keys;
        this.model = model;
        this.writer = writer;
        this.random = new SplittableRandom(traffic.seed());
    }

    static RestChecker start(HttpText server, Traffic traffic, RestKeys keys, RestModel model, SteadyWriter writer) {
        RestChecker checker = new RestChecker(server, traffic, keys, model, writer);
        checker.thread.start();
        return checker;
    }

    private void run() {
        try {
            while (!closed) {
                for (int i = 0; i < SINGLES_A_LIST && !closed; i++) {
                    ask(Question.GET);
                    ask(Question.FORWARD);
                }
                ask(Question.BATCH);
                ask(Question.PAGE);
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void ask(Question question) {
        List<Integer> asked = draw(question, question == Question.BATCH ? RestApi.ROWS : 1);
        String reply = reply(question, asked);
        List<Integer> got = model.check(reply, writer.begun());
        if (!got.equals(question == Question.PAGE ? keys.page(asked.get(0)) : asked)) {
            throw new IllegalStateException(
                    "Wrong answer: " + question.label() + " gave other rows than were asked for, or not all");
        }
        rows.addAndGet(got.size());
        LockSupport.parkNanos(BETWEEN_NANOS);
    }

    private List<Integer> draw(Question question, int count) {
        int[] from = keys.of(question);
        return IntStream.range(0, count)
                .mapToObj(i -> from[random.nextInt(from.length)])
                .toList();
    }

    private String reply(Question question, List<Integer> asked) {
        List<String> things =
                asked.stream().map(key -> RestApi.thing(question, traffic, key)).toList();
        return question == Question.BATCH
                ? server.postJson(RestApi.path(question), "{\"keys\":[" + String.join(",", things) + "]}")
                : server.get(RestApi.path(question) + things.get(0));
    }

    /** {@return how many rows were compared, all of them right} */
    long rows() {
        RuntimeException cause = failure;
        if (cause != null) {
            throw new IllegalStateException(cause.getMessage(), cause);
        }
        return rows.get();
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        }
    }
}
