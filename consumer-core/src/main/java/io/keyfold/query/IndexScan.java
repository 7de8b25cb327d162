package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.KeyRange.Direction;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which rows to list in the order of an index: by its columns, nulls first, then by the primary key. Its methods give a new
 * scan.
 *
 * <pre>{@code
 * IndexScan.of("by_user").equal("U7")
 * IndexScan.of("by_status_and_time").equal("PAID").from(noon).to(midnight).reverse().limit(20)
 * IndexScan.of("by_sku").startsWith("SKU-4")
 * }</pre>
 */
public final class IndexScan {

    private static final int DEFAULT_LIMIT = 1_000;

    private final String index;
    private final Leading leading;
    private final Optional<String> beginning;
    private final Direction direction;
    private final Optional<IndexPosition> after;
    private final int limit;

    private IndexScan(
            String index,
            Leading leading,
            Optional<String> beginning,
            Direction direction,
            Optional<IndexPosition> after,
            int limit) {
        if (beginning.isPresent() && leading.hasBound()) {
            throw new IllegalArgumentException("startsWith: a text (expected: none beside from, to)");
        }
        if (limit < 1 || limit > Scan.MAX_LIMIT) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: 1 .. " + Scan.MAX_LIMIT + ")");
        }
        this.index = index;
        this.leading = leading;
        this.beginning = beginning;
        this.direction = direction;
        this.after = after;
        this.limit = limit;
    }

    /**
     * {@return a scan of all rows in the order of an index, the least first, 1000 a page}
     *
     * @param index its name
     */
    public static IndexScan of(String index) {
        return new IndexScan(
                requireNonNull(index, "index"),
                Leading.ALL,
                Optional.empty(),
                Direction.FORWARD,
                Optional.empty(),
                DEFAULT_LIMIT);
    }

    /**
     * {@return the same scan of the rows whose leading columns are these}
     *
     * @param values of the index's leading columns, in its order; null finds the rows where the column is null
     */
    public IndexScan equal(@Nullable Object @Nullable ... values) {
        return new IndexScan(index, leading.equal(values), beginning, direction, after, limit);
    }

    /**
     * {@return the same scan of the rows in which the column behind those of {@link #equal} is at least this; nulls are not}
     *
     * @param value inclusive
     */
    public IndexScan from(Object value) {
        return new IndexScan(index, leading.from(value), beginning, direction, after, limit);
    }

    /**
     * {@return the same scan of the rows in which the column behind those of {@link #equal} is less than this; nulls are not}
     *
     * @param value exclusive, not less than that of {@link #from}
     */
    public IndexScan to(Object value) {
        return new IndexScan(index, leading.to(value), beginning, direction, after, limit);
    }

    /**
     * {@return the same scan of the rows in which the column behind those of {@link #equal}, a text, begins so}
     *
     * @param text perhaps empty: then all texts
     */
    public IndexScan startsWith(String text) {
        return new IndexScan(index, leading, Optional.of(text), direction, after, limit);
    }

    /** {@return the same scan, the greatest first} */
    public IndexScan reverse() {
        return new IndexScan(index, leading, beginning, Direction.REVERSE, after, limit);
    }

    /**
     * {@return the same scan with pages of this size}
     *
     * @param rows rows a page at the most, 1 .. 10000
     */
    public IndexScan limit(int rows) {
        return new IndexScan(index, leading, beginning, direction, after, rows);
    }

    /**
     * {@return the same scan, beginning behind a place; in reverse, before it}
     *
     * @param position {@link IndexPage#next()} of the page before
     */
    public IndexScan after(IndexPosition position) {
        return new IndexScan(index, leading, beginning, direction, Optional.of(position), limit);
    }

    /** {@return the index's name} */
    public String index() {
        return index;
    }

    /** {@return rows a page at the most} */
    public int limit() {
        return limit;
    }

    Leading leading() {
        return leading;
    }

    Optional<String> beginning() {
        return beginning;
    }

    Direction direction() {
        return direction;
    }

    Optional<IndexPosition> after() {
        return after;
    }

    /** {@return the index's name only: values are not for logs} */
    @Override
    public String toString() {
        return "IndexScan[" + index + "]";
    }
}
