package io.keyfold.micronaut.limit;

import static java.util.Objects.requireNonNull;

import io.keyfold.error.StartException;
import io.keyfold.micronaut.config.ApplicationName;
import io.keyfold.micronaut.config.TypedSetting;
import io.micronaut.context.env.Environment;
import java.util.Set;

/**
 * What one request may cost, and how many there may be: {@code keyfold.limits.*}. Immutable.
 *
 * @param pageSize rows of one page
 * @param batchKeys keys of one batch
 * @param scanRows rows that one count may walk, and groups that are read for the greatest of them
 * @param requestsPerSecond requests of one caller; 0 is no limit
 * @param concurrentScans lists, counts, totals and batches that this instance answers at once
 * @param concurrentChanges streams of changes that this instance serves at once
 */
public record Limits(
        int pageSize, int batchKeys, int scanRows, int requestsPerSecond, int concurrentScans, int concurrentChanges) {

    /** What is not set. */
    public static final Limits DEFAULTS = new Limits(10_000, 1_000, 100_000, 0, 32, 100);

    private static final String PREFIX = "keyfold.limits";
    private static final String PAGE_SIZE = "page-size";
    private static final String BATCH_KEYS = "batch-keys";
    private static final String SCAN_ROWS = "scan-rows";
    private static final String REQUESTS_PER_SECOND = "requests-per-second";
    private static final String CONCURRENT_SCANS = "concurrent-scans";
    private static final String CONCURRENT_CHANGES = "concurrent-changes";
    private static final Set<String> NAMES =
            Set.of(PAGE_SIZE, BATCH_KEYS, SCAN_ROWS, REQUESTS_PER_SECOND, CONCURRENT_SCANS, CONCURRENT_CHANGES);

    /** The core's own: a page is built in memory. */
    private static final int LARGEST_PAGE = 10_000;

    private static final int LARGEST_BATCH = 1_000;

    /** Refuses what would let nothing pass, or a page that is larger than the core gives. */
    public Limits {
        require(PAGE_SIZE, pageSize, 1, LARGEST_PAGE);
        require(BATCH_KEYS, batchKeys, 1, LARGEST_BATCH);
        require(SCAN_ROWS, scanRows, 1, Integer.MAX_VALUE);
        require(REQUESTS_PER_SECOND, requestsPerSecond, 0, Integer.MAX_VALUE);
        require(CONCURRENT_SCANS, concurrentScans, 1, Integer.MAX_VALUE);
        require(CONCURRENT_CHANGES, concurrentChanges, 0, Integer.MAX_VALUE);
    }

    /**
     * {@return the limits that are set}
     *
     * @param environment the settings
     * @throws StartException naming the one that is unknown or does not fit
     */
    static Limits in(Environment environment) {
        requireNonNull(environment, "environment");
        TypedSetting.refuseUnknown(environment, PREFIX, NAMES);
        try {
            return new Limits(
                    number(environment, PAGE_SIZE, DEFAULTS.pageSize),
                    number(environment, BATCH_KEYS, DEFAULTS.batchKeys),
                    number(environment, SCAN_ROWS, DEFAULTS.scanRows),
                    number(environment, REQUESTS_PER_SECOND, DEFAULTS.requestsPerSecond),
                    number(environment, CONCURRENT_SCANS, DEFAULTS.concurrentScans),
                    number(environment, CONCURRENT_CHANGES, DEFAULTS.concurrentChanges));
        } catch (IllegalArgumentException e) {
            throw new StartException(ApplicationName.in(environment), String.valueOf(e.getMessage()), e);
        }
    }

    private static int number(Environment environment, String name, int usual) {
        return TypedSetting.in(environment, PREFIX + "." + name, Integer.class, "a whole number")
                .orElse(usual);
    }

    private static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            String expected = most == Integer.MAX_VALUE ? least + " or more" : least + " .. " + most;
            throw new IllegalArgumentException(PREFIX + "." + name + ": " + value + " (expected: " + expected + ")");
        }
    }
}
