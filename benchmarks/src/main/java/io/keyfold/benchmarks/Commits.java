package io.keyfold.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/** Updates that are committed one by one, each of a key of its own, and when each commit began. For any thread. */
final class Commits {

    private static final int WARM_UP_SHARE = 4;
    private static final int DIGITS = 3;

    private final Traffic traffic;
    private final long firstRecord;
    private final int warmUp;
    private final AtomicLongArray beginNanos;
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Of which the assignment's {@code more} are measured, and a quarter as many go before them. */
    Commits(Assignment assignment) {
        this.traffic = assignment.traffic();
        this.firstRecord = assignment.records();
        this.warmUp = Math.toIntExact(assignment.more() / WARM_UP_SHARE);
        this.beginNanos = new AtomicLongArray(warmUp + Math.toIntExact(assignment.more()));
        if (count() > traffic.keys()) {
            throw new IllegalArgumentException("commits: " + count() + " (expected: at most one a key)");
        }
        for (int number = 0; number < count(); number++) {
            numbers.put(new String(traffic.keyBytes(number), UTF_8), number);
        }
    }

    int count() {
        return beginNanos.length();
    }

    /** {@return the Kafka key of an update; its number is the key's} */
    byte[] key(int number) {
        return traffic.keyBytes(number);
    }

    byte[] value(int number) {
        return traffic.value(firstRecord + number, number);
    }

    /** {@return the number of the update that a consumer got, -1 if it is none} */
    int number(byte[] key) {
        return requireNonNullElse(numbers.get(new String(key, UTF_8)), -1);
    }

    void begins(int number) {
        beginNanos.set(number, System.nanoTime());
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
