package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

/**
 * How far the building of an index or a total over the rows of one partition is. The rows themselves can be read meanwhile.
 *
 * @param what what is built, such as {@code index by_user}
 * @param rows rows that are in it
 * @param estimatedRows about how many rows there are, at least {@code rows}
 */
public record BuildProgress(String what, long rows, long estimatedRows) {

    /** Refuses progress of nothing. */
    public BuildProgress {
        requireNonNull(what, "what");
        if (rows < 0 || estimatedRows < rows) {
            throw new IllegalArgumentException(
                    "rows: " + rows + " of " + estimatedRows + " (expected: 0 or more of more)");
        }
    }

    /** {@return how much of it is done, 0 .. 100} */
    public int percent() {
        return estimatedRows == 0 ? 100 : (int) (rows * 100 / estimatedRows);
    }
}
