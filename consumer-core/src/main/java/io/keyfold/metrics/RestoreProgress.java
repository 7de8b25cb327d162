package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a restore of one partition is.
 *
 * @param from the first offset that it reads, inclusive
 * @param to the offset that it stops at, exclusive
 * @param next the next offset it reads
 * @param records records read so far; fewer than offsets, where compaction or markers left gaps
 * @param elapsed since it began
 * @param standing since its last records, or since it began
 */
public record RestoreProgress(long from, long to, long next, long records, Duration elapsed, Duration standing) {

    /** Refuses a missing duration. */
    public RestoreProgress {
        requireNonNull(elapsed, "elapsed");
        requireNonNull(standing, "standing");
    }

    /** {@return records a second so far} */
    public double recordsPerSecond() {
        return elapsed.isZero() ? 0 : records * 1e9 / elapsed.toNanos();
    }

    /** {@return how long the rest will take at the speed so far; empty before the first records} */
    public Optional<Duration> remaining() {
        long done = next - from;
        if (done <= 0) {
            return Optional.empty();
        }
        double left = Math.max(0, to - next) / (double) done;
        return Optional.of(Duration.ofNanos((long) (elapsed.toNanos() * left)));
    }
}
