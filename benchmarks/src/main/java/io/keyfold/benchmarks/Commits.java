package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Updates that are committed one by one, each of a key of its own, and when each commit began; what it takes is in every delay.
 * For any thread.
 */
final class Commits {

    private static final int WARM_UP_SHARE = 4;
    private static final int DIGITS = 3;

    private final IntFunction<byte[]> keys;
    private final IntFunction<byte[]> values;
    private final int warmUp;
    private final AtomicLongArray beginNanos;
    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * Begins none.
     *
     * @param measured how many are measured; a quarter as many go before them
     * @param keys the Kafka key of each
     * @param values the Kafka value of each
     * @param seenAs the Kafka key of the record that a consumer gets of each
     */
    Commits(int measured, IntFunction<byte[]> keys, IntFunction<byte[]> values, IntFunction<byte[]> seenAs) {
        this.keys = keys;
        this.values = values;
        this.warmUp = measured / WARM_UP_SHARE;
        this.beginNanos = new AtomicLongArray(count(measured));
        for (int number = 0; number < count(); number++) {
            numbers.put(new String(seenAs.apply(number), UTF_8), number);
        }
    }

    /** {@return updates of the assignment's table, of which its {@code more} are measured} */
    static Commits of(Assignment assignment) {
        Traffic traffic = assignment.traffic();
        int measured = Math.toIntExact(assignment.more());
        if (count(measured) > traffic.keys()) {
            throw new IllegalArgumentException("commits: " + count(measured) + " (expected: at most one a key)");
        }
        return new Commits(
                measured,
                traffic::keyBytes,
                number -> traffic.value(assignment.records() + number, number),
                traffic::keyBytes);
    }

    /** {@return how many there are if so many are measured} */
    static int count(int measured) {
        return measured / WARM_UP_SHARE + measured;
    }

    int count() {
        return beginNanos.length();
    }

    byte[] value(int number) {
        return values.apply(number);
    }

    /** {@return the number of the update that a consumer got, -1 if it is none} */
    int number(byte[] key) {
        return requireNonNullElse(numbers.get(new String(key, UTF_8)), -1);
    }

    /** Makes all of them, one a period, a transaction each; gives what the commits took. */
    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails with what a send failed with
    Histogram makeAll(String bootstrapServers, String topic, Duration period) {
        Histogram durations = histogram();
        try (KafkaProducer<byte[], byte[]> producer =
                        TopicWriter.producer(bootstrapServers, "delay-" + UUID.randomUUID(), 0);
                Progress progress = Progress.of("delay", count())) {
            long begin = System.nanoTime();
            for (int number = 0; number < count(); number++) {
                awaitNanos(begin + number * period.toNanos());
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(topic, keys.apply(number), values.apply(number)));
                producer.flush();
                beginNanos.set(number, System.nanoTime());
                producer.commitTransaction();
                seen(number, durations);
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

    boolean hasBegun(int number) {
        return beginNanos.get(number) != 0;
    }

    /** Notes in microseconds that an update is seen now, if it is measured. */
    void seen(int number, Histogram delays) {
        if (number >= warmUp) {
            delays.recordValue(Math.max(0, (System.nanoTime() - beginNanos.get(number)) / 1_000));
        }
    }

    static Histogram histogram() {
        return new Histogram(DIGITS);
    }
}
