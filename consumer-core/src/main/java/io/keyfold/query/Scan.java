package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowKey;
import io.keyfold.store.KeyRange.Direction;
import java.util.List;
import java.util.Optional;

/**
 * A question for many rows, in key order, a page at a time: those whose key begins with a prefix, and of these those between
 * two bounds. A bound without values is open.
 *
 * @param prefix the leading key columns that a row must have, in the contract's order; empty for all rows
 * @param from the key columns behind the prefix that the least row has, or is behind: inclusive
 * @param to the key columns behind the prefix that all rows are before: exclusive
 * @param direction which end comes first
 * @param after the key after which the page begins, in the scan's direction; empty for the first page
 * @param limit rows a page at the most, 1 .. 10000
 */
public record Scan(
        List<Object> prefix,
        List<Object> from,
        List<Object> to,
        Direction direction,
        Optional<RowKey> after,
        int limit) {

    /** The largest page. */
    public static final int MAX_LIMIT = 10_000;

    private static final int DEFAULT_LIMIT = 1_000;

    /** Refuses a limit out of range. */
    public Scan {
        prefix = List.copyOf(prefix);
        from = List.copyOf(from);
        to = List.copyOf(to);
        requireNonNull(direction, "direction");
        requireNonNull(after, "after");
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: 1 .. " + MAX_LIMIT + ")");
        }
    }

    /**
     * A scan of the rows whose key begins so, least key first.
     *
     * @param prefix the leading key columns that a row must have, in the contract's order; empty for all rows
     * @param after the key after which the page begins; empty for the first page
     * @param limit rows a page at the most, 1 .. 10000
     */
    public Scan(List<Object> prefix, Optional<RowKey> after, int limit) {
        this(prefix, List.of(), List.of(), Direction.FORWARD, after, limit);
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
     * {@return a scan of the rows between two bounds, 1000 a page}
     *
     * <p>Between {@code ["A1"]} and {@code ["A3"]} are all rows of {@code A1} and {@code A2}, and none of {@code A3}.
     *
     * @param from values of the leading key columns, inclusive; none for the first row
     * @param to values of the leading key columns, exclusive, not before {@code from}; none for no end
     */
    public static Scan between(List<Object> from, List<Object> to) {
        requireNonNull(from, "from");
        requireNonNull(to, "to");
        return new Scan(List.of(), from, to, Direction.FORWARD, Optional.empty(), DEFAULT_LIMIT);
    }

    /**
     * {@return the same scan of the rows that are not before this}
     *
     * @param behindPrefix values of the key columns behind the prefix, inclusive
     */
    public Scan from(Object... behindPrefix) {
        requireNonNull(behindPrefix, "behindPrefix");
        return new Scan(prefix, List.of(behindPrefix), to, direction, after, limit);
    }

    /**
     * {@return the same scan of the rows that are before this}
     *
     * @param behindPrefix values of the key columns behind the prefix, exclusive; not before those of {@link #from}
     */
    public Scan to(Object... behindPrefix) {
        requireNonNull(behindPrefix, "behindPrefix");
        return new Scan(prefix, from, List.of(behindPrefix), direction, after, limit);
    }

    /** {@return the same scan, greatest key first} */
    public Scan reverse() {
        return new Scan(prefix, from, to, Direction.REVERSE, after, limit);
    }

    /**
     * {@return the same scan with pages of this size}
     *
     * @param rows rows a page at the most, 1 .. 10000
     */
    public Scan limit(int rows) {
        return new Scan(prefix, from, to, direction, after, rows);
    }

    /**
     * {@return the same scan, beginning behind a key; in reverse, before it}
     *
     * @param key usually {@link Page#next()} of the page before; it must lie in what the scan asks for
     */
    public Scan after(RowKey key) {
        return new Scan(prefix, from, to, direction, Optional.of(key), limit);
    }
}
