package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How a table guards against deletes that it has missed.
 *
 * @param staleRows what becomes of rows that may have been deleted upstream
 * @param auditEvery how often each partition is audited though nothing is suspected; empty for never. More than zero
 * @param auditBytesPerSecond how fast an audit may read the topic, in bytes a second, 1,024 or more
 */
public record FreshnessSettings(StaleRows staleRows, Optional<Duration> auditEvery, long auditBytesPerSecond) {

    /** Stale rows are marked; audits happen where something is suspected, and read 32 MiB a second at most. */
    public static final FreshnessSettings DEFAULTS = new FreshnessSettings(StaleRows.MARK, Optional.empty(), 32L << 20);

    private static final long LEAST_BYTES_PER_SECOND = 1_024;

    /** Refuses a rate at which no audit would end, and an interval of nothing. */
    public FreshnessSettings {
        requireNonNull(staleRows, "staleRows");
        if (requireNonNull(auditEvery, "auditEvery")
                .filter(every -> every.isZero() || every.isNegative())
                .isPresent()) {
            throw new IllegalArgumentException("auditEvery: " + auditEvery.get() + " (expected: more than PT0S)");
        }
        if (auditBytesPerSecond < LEAST_BYTES_PER_SECOND) {
            throw new IllegalArgumentException("auditBytesPerSecond: " + auditBytesPerSecond + " (expected: "
                    + LEAST_BYTES_PER_SECOND + " or more)");
        }
    }

    /**
     * {@return the same with another policy}
     *
     * @param other what becomes of rows that may have been deleted upstream
     */
    public FreshnessSettings staleRows(StaleRows other) {
        return new FreshnessSettings(other, auditEvery, auditBytesPerSecond);
    }

    /**
     * {@return the same with audits on a schedule}
     *
     * @param interval how often each partition is audited, more than zero
     */
    public FreshnessSettings auditEvery(Duration interval) {
        return new FreshnessSettings(staleRows, Optional.of(interval), auditBytesPerSecond);
    }

    /**
     * {@return the same with another rate}
     *
     * @param bytes how fast an audit may read the topic, in bytes a second
     */
    public FreshnessSettings auditBytesPerSecond(long bytes) {
        return new FreshnessSettings(staleRows, auditEvery, bytes);
    }
}
