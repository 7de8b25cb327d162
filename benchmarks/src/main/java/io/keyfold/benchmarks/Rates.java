package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

/** How measured numbers are written. */
final class Rates {

    private Rates() {}

    static long aSecond(long records, long nanos) {
        return Math.round(records * 1e9 / Math.max(1, nanos));
    }

    static String ratio(long rate, long other) {
        return decimal((double) rate / Math.max(1, other));
    }

    static String decimal(double number) {
        return String.format(ROOT, "%.2f", number);
    }
}
