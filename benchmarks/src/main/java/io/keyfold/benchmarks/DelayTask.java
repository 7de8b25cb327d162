package io.keyfold.benchmarks;

import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Transactions of one record, one every 20 ms, and when each is seen: by {@code get} of our loaded table, and by a bare
 * consumer beside it. A delay begins just before the producer is told to commit: what the commit itself takes is in both.
 * All in one JVM, hence by one clock.
 */
final class DelayTask implements Task {

    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final long LOOK_NANOS = Duration.ofNanos(100_000).toNanos();
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Assignment assignment;

    DelayTask(Assignment assignment) {
        this.assignment = assignment;
    }

    @Override
    public Numbers run() throws Exception {
        ExecutorService watches = Executors.newFixedThreadPool(2);
        try (KeyfoldReader table = new KeyfoldReader(assignment, Materialization.SOURCE_TOPIC);
                BareConsumer bare = BareConsumer.fromNow(assignment.bootstrapServers(), assignment.topic())) {
            table.start();
            table.awaitLoaded(assignment.records());
            Commits commits = Commits.of(assignment);
            Future<Histogram> readable = watches.submit(() -> untilReadable(table, commits));
            Future<Histogram> polled = watches.submit(() -> untilPolled(bare, commits));
            Histogram durations = commits.makeAll(assignment.bootstrapServers(), assignment.topic(), PERIOD);
            Histogram ours = readable.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            Histogram theirs = polled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return new Numbers(Map.of(
                    "p50Us", ours.getValueAtPercentile(50),
                    "p99Us", ours.getValueAtPercentile(99),
                    "bareP50Us", theirs.getValueAtPercentile(50),
                    "bareP99Us", theirs.getValueAtPercentile(99),
                    "commitP50Us", durations.getValueAtPercentile(50)));
        } finally {
            watches.shutdownNow();
        }
    }

    private static Histogram untilReadable(KeyfoldReader table, Commits commits) {
        Histogram delays = Commits.histogram();
        for (int number = 0; number < commits.count(); number++) {
            Optional<byte[]> value = Optional.of(commits.value(number));
            while (!commits.hasBegun(number) || !table.holds(number, value)) {
                if (Thread.interrupted()) {
                    throw new IllegalStateException("Cannot see update " + number + ": interrupted");
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            commits.seen(number, delays);
        }
        return delays;
    }

    private static Histogram untilPolled(BareConsumer bare, Commits commits) {
        Histogram delays = Commits.histogram();
        int left = commits.count();
        while (left > 0) {
            for (ConsumerRecord<byte[], byte[]> record : bare.poll(POLL)) {
                int number = commits.number(record.key());
                if (number >= 0) {
                    commits.seen(number, delays);
                    left--;
                }
            }
        }
        return delays;
    }
}
