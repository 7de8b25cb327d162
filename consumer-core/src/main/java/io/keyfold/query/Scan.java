package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowKey;
import java.util.List;
import java.util.Optional;

/**
 * A question for many rows, in key order, a page at a time.
 *
 * @param prefix the leading key columns that a row must have, in the contract's order; empty for all rows
 * @param after the key after which the page begins; empty for the first page
 * @param limit rows a page at the most, 1 .. 10000
 */
public record Scan(List<Object> prefix, Optional<RowKey> after, int limit) {

    /** The largest page. */
    public static final int MAX_LIMIT = 10_000;

    private static final int DEFAULT_LIMIT = 1_000;

    /** Refuses a limit out of range. */
    public Scan {
        prefix = List.copyOf(prefix);
        requireNonNull(after, "after");
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: 1 .. " + MAX_LIMIT + ")");
        }
    }

    /** {@return a scan of all rows, 1000 a page} */
    public static Scan all() {
        return new Scan(List.of(), Optional.empty(), DEFAULT_LIMIT);
    }

    /**
     * {@return a scan of the rows whose key begins so, 1000 a page}
     *
     * @param leading values of the leading key columns, in the contract's order
     */
    public static Scan prefix(Object... leading) {
        requireNonNull(leading, "leading");
        return new Scan(List.of(leading), Optional.empty(), DEFAULT_LIMIT);
    }

    /**
     * {@return the same scan with pages of this size}
     *
     * @param rows rows a page at the most, 1 .. 10000
     */
    public Scan limit(int rows) {
        return new Scan(prefix, after, rows);
    }

    /**
     * {@return the same scan, beginning behind a key}
     *
     * @param key usually {@link Page#next()} of the page before; it must begin with the prefix
     */
    public Scan after(RowKey key) {
        return new Scan(prefix, Optional.of(key), limit);
    }
}
