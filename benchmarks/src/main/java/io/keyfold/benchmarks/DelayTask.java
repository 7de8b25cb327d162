package io.keyfold.benchmarks;

import io.keyfold.config.Materialization;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Transactions of one record, one every 20 ms, and when each is seen: by {@code get} of our loaded table, and by a bare
 * consumer beside it. A delay begins just before the producer is told to commit: what the commit itself takes is in both.
 * All in one JVM, hence by one clock.
 */
final class DelayTask implements Task {

    private static final long PERIOD_NANOS = Duration.ofMillis(20).toNanos();
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
                BareConsumer bare = BareConsumer.fromNow(assignment)) {
            table.start();
            table.awaitLoaded(assignment.records());
            Commits commits = new Commits(assignment);
            Future<Histogram> readable = watches.submit(() -> untilReadable(table, commits));
            Future<Histogram> polled = watches.submit(() -> untilPolled(bare, commits));
            Histogram durations = commitAll(commits);
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

    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails with what a send failed with
    private Histogram commitAll(Commits commits) {
        Histogram durations = Commits.histogram();
        try (KafkaProducer<byte[], byte[]> producer =
                        TopicWriter.producer(assignment.bootstrapServers(), "delay-" + UUID.randomUUID(), 0);
                Progress progress = Progress.of("delay", commits.count())) {
            long begin = System.nanoTime();
            for (int number = 0; number < commits.count(); number++) {
                awaitNanos(begin + number * PERIOD_NANOS);
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(assignment.topic(), commits.key(number), commits.value(number)));
                producer.flush();
                commits.begins(number);
                producer.commitTransaction();
                commits.seen(number, durations);
                progress.add(1);
            }
        }
        return durations;
    }

    private static void awaitNanos(long moment) {
        for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
            LockSupport.parkNanos(left);
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
