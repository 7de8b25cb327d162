package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How a table guards against deletes that it has missed, and when it is called behind.
 *
 * @param staleRows what becomes of rows that may have been deleted upstream
 * @param auditEvery how often each partition is audited though nothing is suspected; empty for never. More than zero
 * @param auditBytesPerSecond how fast an audit may read the topic, in bytes a second, 1,024 or more
 * @param laggingAfter how old what is committed may become unread before a partition is called lagging; more than zero
 * @param stalledAfter how long data may wait behind an open transaction before a partition is called stalled; empty for the
 *     transaction's own timeout, or 15 minutes where that is not known. More than zero
 */
public record FreshnessSettings(
        StaleRows staleRows,
        Optional<Duration> auditEvery,
        long auditBytesPerSecond,
        Duration laggingAfter,
        Optional<Duration> stalledAfter) {

    /**
     * Stale rows are marked; audits happen where something is suspected, and read 32 MiB a second at most; lagging after 15 s,
     * stalled after the transaction's own timeout.
     */
    public static final FreshnessSettings DEFAULTS = new FreshnessSettings(
            StaleRows.MARK, Optional.empty(), 32L << 20, Duration.ofSeconds(15), Optional.empty());

    private static final long LEAST_BYTES_PER_SECOND = 1_024;

    /** Refuses a rate at which no audit would end, and an interval of nothing. */
    public FreshnessSettings {
        requireNonNull(staleRows, "staleRows");
        requireNonNull(auditEvery, "auditEvery").ifPresent(every -> requireTime(every, "auditEvery"));
        requireTime(requireNonNull(laggingAfter, "laggingAfter"), "laggingAfter");
        requireNonNull(stalledAfter, "stalledAfter").ifPresent(after -> requireTime(after, "stalledAfter"));
        if (auditBytesPerSecond < LEAST_BYTES_PER_SECOND) {
            throw new IllegalArgumentException("auditBytesPerSecond: " + auditBytesPerSecond + " (expected: "
                    + LEAST_BYTES_PER_SECOND + " or more)");
        }
    }

    private static void requireTime(Duration time, String name) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException(name + ": " + time + " (expected: more than PT0S)");
        }
    }

    /**
     * {@return the same with another policy}
     *
     * @param other what becomes of rows that may have been deleted upstream
     */
    public FreshnessSettings staleRows(StaleRows other) {
        return new FreshnessSettings(other, auditEvery, auditBytesPerSecond, laggingAfter, stalledAfter);
    }

    /**
     * {@return the same with audits on a schedule}
     *
     * @param interval how often each partition is audited, more than zero
     */
    public FreshnessSettings auditEvery(Duration interval) {
        return new FreshnessSettings(staleRows, Optional.of(interval), auditBytesPerSecond, laggingAfter, stalledAfter);
    }

    /**
     * {@return the same with another rate}
     *
     * @param bytes how fast an audit may read the topic, in bytes a second
     */
    public FreshnessSettings auditBytesPerSecond(long bytes) {
        return new FreshnessSettings(staleRows, auditEvery, bytes, laggingAfter, stalledAfter);
    }

    /**
     * {@return the same with another patience with its reader}
     *
     * @param age how old what is committed may become unread, more than zero
     */
    public FreshnessSettings laggingAfter(Duration age) {
        return new FreshnessSettings(staleRows, auditEvery, auditBytesPerSecond, age, stalledAfter);
    }

    /**
     * {@return the same with another patience with open transactions}
     *
     * @param age how long data may wait behind one, more than zero
     */
    public FreshnessSettings stalledAfter(Duration age) {
        return new FreshnessSettings(staleRows, auditEvery, auditBytesPerSecond, laggingAfter, Optional.of(age));
    }
}
