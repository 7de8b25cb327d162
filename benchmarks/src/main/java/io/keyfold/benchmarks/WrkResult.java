package io.keyfold.benchmarks;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code wrk} found, from the line that {@code load.lua} adds to what it says.
 *
 * @param rate answers a second
 * @param p50Us half of the answers took so many microseconds at most
 * @param p99Us 99 of 100 did
 */
record WrkResult(long rate, long p50Us, long p99Us) {

    private static final String PREFIX = "RESULT ";
    private static final List<String> ERRORS = List.of("status", "connect", "read", "write", "timeout");

    /**
     * Reads it.
     *
     * @throws IllegalStateException if it has no such line, no answer, or any error
     */
    static WrkResult parse(String said) {
        Numbers numbers = said.lines()
                .filter(line -> line.startsWith(PREFIX))
                .findFirst()
                .map(line -> Numbers.parse(line.substring(PREFIX.length())))
                .orElseThrow(() -> new IllegalStateException("Cannot measure: wrk gave no numbers: " + said.strip()));
        List<String> errors = new ArrayList<>();
        for (String error : ERRORS) {
            if (numbers.of(error) > 0) {
                errors.add(numbers.of(error) + " " + error);
            }
        }
        if (!errors.isEmpty() || numbers.of(Numbers.RECORDS) == 0) {
            throw new IllegalStateException("Wrong answers: " + numbers.of(Numbers.RECORDS) + ", errors: "
                    + (errors.isEmpty() ? "none" : String.join(", ", errors))
                    + " (expected: answers, none with another status than 200 and none failed)");
        }
        return new WrkResult(numbers.rate(), numbers.of("p50Us"), numbers.of("p99Us"));
    }

    /** {@return the one with the median of each number} */
    static WrkResult median(List<WrkResult> results) {
        return new WrkResult(
                median(results.stream().mapToLong(WrkResult::rate).sorted().toArray()),
                median(results.stream().mapToLong(WrkResult::p50Us).sorted().toArray()),
                median(results.stream().mapToLong(WrkResult::p99Us).sorted().toArray()));
    }

    private static long median(long... sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    @Override
    public String toString() {
        return String.format(ROOT, "%,d answers a second, p50 %.2f ms, p99 %.2f ms", rate, p50Us / 1e3, p99Us / 1e3);
    }
}
