package io.keyfold.micronaut.config;

import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.StaleRows;
import io.micronaut.core.convert.ConversionService;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How the user wants a table to guard against missed deletes, and when it is called behind; what is not set is as by default. */
final class ConfiguredFreshness {

    private static final String STALE_ROWS = "stale-rows";
    private static final String AUDIT_EVERY = "audit-every";
    private static final String AUDIT_BYTES_PER_SECOND = "audit-bytes-per-second";

    private static final String LAGGING_AFTER = "lagging-after";
    private static final String STALLED_AFTER = "stalled-after";

    static final List<String> NAMES =
            List.of(STALE_ROWS, AUDIT_EVERY, AUDIT_BYTES_PER_SECOND, LAGGING_AFTER, STALLED_AFTER);

    private ConfiguredFreshness() {}

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException naming the one that is wrong
     */
    static FreshnessSettings in(Map<String, String> settings) {
        FreshnessSettings freshness = FreshnessSettings.DEFAULTS;
        String staleRows = settings.get(STALE_ROWS);
        if (staleRows != null) {
            freshness = freshness.staleRows(policy(staleRows));
        }
        String auditEvery = settings.get(AUDIT_EVERY);
        if (auditEvery != null) {
            freshness = freshness.auditEvery(duration(AUDIT_EVERY, auditEvery));
        }
        String laggingAfter = settings.get(LAGGING_AFTER);
        if (laggingAfter != null) {
            freshness = freshness.laggingAfter(duration(LAGGING_AFTER, laggingAfter));
        }
        String stalledAfter = settings.get(STALLED_AFTER);
        if (stalledAfter != null) {
            freshness = freshness.stalledAfter(duration(STALLED_AFTER, stalledAfter));
        }
        String auditBytesPerSecond = settings.get(AUDIT_BYTES_PER_SECOND);
        return auditBytesPerSecond == null ? freshness : freshness.auditBytesPerSecond(bytes(auditBytesPerSecond));
    }

    private static StaleRows policy(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "mark" -> StaleRows.MARK;
            case "withhold" -> StaleRows.WITHHOLD;
            default -> throw new IllegalArgumentException(STALE_ROWS + ": " + text + " (expected: mark or withhold)");
        };
    }

    private static Duration duration(String name, String text) {
        return ConversionService.SHARED
                .convert(text.strip(), Duration.class)
                .orElseThrow(() ->
                        new IllegalArgumentException(name + ": " + text + " (expected: a duration such as 1d or 30s)"));
    }

    private static long bytes(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(AUDIT_BYTES_PER_SECOND + ": " + text + " (expected: a whole number)", e);
        }
    }
}
