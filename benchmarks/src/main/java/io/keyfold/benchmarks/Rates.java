package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import java.util.Optional;

/** How measured numbers are written. */
final class Rates {

    private Rates() {}

    static long aSecond(long records, long nanos) {
        return Math.round(records * 1e9 / Math.max(1, nanos));
    }

    /** A rate, or a dash for one that was not measured. */
    static String each(Optional<Long> rate) {
        return rate.map(number -> number + "/s").orElse("-");
    }

    /** The ratio of two rates, or a dash. */
    static String ratio(Optional<Long> rate, Optional<Long> other) {
        return rate.flatMap(ours -> other.map(theirs -> decimal((double) ours / Math.max(1, theirs))))
                .orElse("-");
    }

    static String decimal(double number) {
        return String.format(ROOT, "%.2f", number);
    }
}
