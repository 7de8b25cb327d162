package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed rows of {@code risk_alert} with a bare consumer on a thread of its own, from its making until it is closed: what
 * is open, since when that is what it must be, and when each alert was seen that a single commit opens. Any thread may ask.
 */
final class AlertWatch implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);

    private final BareConsumer consumer;
    private final Commits commits;
    private final Histogram delays = Commits.histogram();
    private final Map<String, String> open = new TreeMap<>();
    private final Set<Integer> commitsSeen = new HashSet<>();
    private final Thread thread = new Thread(this::run, "alert-watch");
    private Map<String, String> expected = Map.of();
    private final Set<String> wrong = new HashSet<>();
    private long rightSinceMs;
    private long rows;
    private @Nullable RuntimeException failure;
    private volatile boolean closed;

    private AlertWatch(BareConsumer consumer, Commits commits) {
        this.consumer = consumer;
        this.commits = commits;
    }

    /** Begins with a topic that is empty. */
    static AlertWatch start(String bootstrapServers, String topic, Commits commits) {
        AlertWatch watch = new AlertWatch(BareConsumer.fromNow(bootstrapServers, topic), commits);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try (consumer) {
            while (!closed) {
                take(consumer.poll(POLL));
            }
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private synchronized void fail(RuntimeException e) {
        failure = e;
    }

    private synchronized void take(ConsumerRecords<byte[], byte[]> polled) {
        for (ConsumerRecord<byte[], byte[]> record : polled) { // first of all: this is what is timed
            int number = commits.number(record.key());
            if (number >= 0 && commitsSeen.add(number)) {
                commits.seen(number, delays);
            }
        }
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            String key = new String(record.key(), UTF_8);
            rows++;
            if (record.value() == null) {
                open.remove(key);
            } else {
                open.put(key, AlertTexts.text(record.value()));
            }
            compare(key);
        }
    }

    private void compare(String key) {
        if (!Objects.equals(open.get(key), expected.get(key))) {
            wrong.add(key);
        } else if (wrong.remove(key) && wrong.isEmpty()) {
            rightSinceMs = System.currentTimeMillis();
        }
    }

    /** From now on these are to be open. */
    synchronized void expect(Map<String, String> alerts) {
        expected = new HashMap<>(alerts);
        wrong.clear();
        rightSinceMs = System.currentTimeMillis();
        expected.keySet().forEach(this::compare);
        Set.copyOf(open.keySet()).forEach(this::compare);
    }

    /** {@return since when just those that must be have been open, in ms of the wall clock; empty if they are not} */
    synchronized Optional<Long> rightSinceMs() {
        if (failure != null) {
            throw new IllegalStateException("Cannot read alerts: " + failure.getMessage(), failure);
        }
        return wrong.isEmpty() ? Optional.of(rightSinceMs) : Optional.empty();
    }

    /** {@return how many alerts are other than they must be, and one of them} */
    synchronized String difference() {
        return wrong.size() + " of " + expected.size()
                + wrong.stream()
                        .findFirst()
                        .map(key ->
                                ", such as " + key + ": " + open.get(key) + " (expected: " + expected.get(key) + ")")
                        .orElse("");
    }

    /** {@return how many rows were read: alerts that were opened, changed or closed} */
    synchronized long rows() {
        return rows;
    }

    /** {@return a number that is another for other alerts} */
    synchronized long digest() {
        return open.toString().hashCode();
    }

    /** {@return in microseconds, after all are seen} */
    Histogram delays() {
        return delays;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
