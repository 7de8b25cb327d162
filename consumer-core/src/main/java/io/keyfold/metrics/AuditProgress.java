package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How far the audit of one partition is.
 *
 * @param kind what it looks for
 * @param phase what it is doing
 * @param from the first offset that it reads, inclusive
 * @param to the offset that it stops at, exclusive
 * @param next the next offset that it reads
 * @param rows rows looked at so far
 * @param swept rows deleted so far
 * @param elapsed since it began
 */
public record AuditProgress(
        AuditKind kind, Phase phase, long from, long to, long next, long rows, long swept, Duration elapsed) {

    /** What an audit does, in this order. */
    public enum Phase {
        /** It waits for other audits, or for the partition to catch up. */
        WAITING,
        /** It reads the topic. */
        SCANNING,
        /** It looks at the rows, and has those deleted that the topic does not hold any more. */
        SWEEPING
    }

    /** Refuses a progress with something missing. */
    public AuditProgress {
        requireNonNull(kind, "kind");
        requireNonNull(phase, "phase");
        requireNonNull(elapsed, "elapsed");
    }

    /** {@return how long the scan will still take at the speed so far; empty before its first records} */
    public Optional<Duration> remaining() {
        long done = next - from;
        if (done <= 0) {
            return Optional.empty();
        }
        double left = Math.max(0, to - next) / (double) done;
        return Optional.of(Duration.ofNanos((long) (elapsed.toNanos() * left)));
    }
}
