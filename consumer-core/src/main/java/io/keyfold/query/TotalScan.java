package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.store.KeyRange.Direction;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which groups of a total to list: by what they have in common, nulls first, or the greatest by their values. Its methods give
 * a new scan.
 *
 * <pre>{@code
 * TotalScan.of("amount_by_status")
 * TotalScan.of("amount_by_status").group("PAID")
 * TotalScan.of("orders_by_minute").from(noon).reverse()
 * TotalScan.of("amount_by_sku").greatest().limit(10)
 * }</pre>
 */
public final class TotalScan {

    private static final int DEFAULT_LIMIT = 1_000;

    /** What comes first. */
    enum Ranking {
        BY_GROUP,
        BY_VALUE
    }

    private final String total;
    private final Leading leading;
    private final Ranking ranking;
    private final Direction direction;
    private final Optional<List<@Nullable Object>> after;
    private final int limit;
    private final int mostGroups;

    private TotalScan(
            String total,
            Leading leading,
            Ranking ranking,
            Direction direction,
            Optional<List<@Nullable Object>> after,
            int limit,
            int mostGroups) {
        if (limit < 1 || limit > Scan.MAX_LIMIT) {
            throw new IllegalArgumentException("limit: " + limit + " (expected: 1 .. " + Scan.MAX_LIMIT + ")");
        }
        if (mostGroups < 1) {
            throw new IllegalArgumentException("greatest: of " + mostGroups + " groups (expected: 1 or more)");
        }
        if (ranking == Ranking.BY_VALUE && (after.isPresent() || direction == Direction.REVERSE)) {
            throw new IllegalArgumentException(
                    "greatest: beside " + (after.isPresent() ? "after" : "reverse") + " (expected: by itself)");
        }
        this.total = total;
        this.leading = leading;
        this.ranking = ranking;
        this.direction = direction;
        this.after = after;
        this.limit = limit;
        this.mostGroups = mostGroups;
    }

    /**
     * {@return a scan of all groups of a total in their order, 1000 a page}
     *
     * @param total its name
     */
    public static TotalScan of(String total) {
        return new TotalScan(
                requireNonNull(total, "total"),
                Leading.ALL,
                Ranking.BY_GROUP,
                Direction.FORWARD,
                Optional.empty(),
                DEFAULT_LIMIT,
                Integer.MAX_VALUE);
    }

    /**
     * {@return the same scan of the groups that have this in common; with a value for all that is grouped by, of one group}
     *
     * @param values leading values, in the declaration's order; null is a value
     */
    public TotalScan group(@Nullable Object @Nullable ... values) {
        return new TotalScan(total, leading.equal(values), ranking, direction, after, limit, mostGroups);
    }

    /**
     * {@return the same scan of the groups whose value behind those of {@link #group} is at least this; nulls are not}
     *
     * @param value inclusive; of a minute one on the whole minute
     */
    public TotalScan from(Object value) {
        return new TotalScan(total, leading.from(value), ranking, direction, after, limit, mostGroups);
    }

    /**
     * {@return the same scan of the groups whose value behind those of {@link #group} is less than this; nulls are not}
     *
     * @param value exclusive; of a minute one on the whole minute
     */
    public TotalScan to(Object value) {
        return new TotalScan(total, leading.to(value), ranking, direction, after, limit, mostGroups);
    }

    /**
     * {@return the same scan, the greatest value first, as many as the limit, without pages; all groups are read for it} Not of
     * a top, whose groups have no one value.
     */
    public TotalScan greatest() {
        return greatest(Integer.MAX_VALUE);
    }

    /**
     * {@return the same as {@link #greatest()}, refused where there are more groups to read} The question then fails with an {@link
     * IllegalArgumentException}, when that many have been read.
     *
     * @param ofGroups how many at the most, 1 or more
     */
    public TotalScan greatest(int ofGroups) {
        return new TotalScan(total, leading, Ranking.BY_VALUE, direction, after, limit, ofGroups);
    }

    /** {@return the same scan, the last group first} */
    public TotalScan reverse() {
        return new TotalScan(total, leading, ranking, Direction.REVERSE, after, limit, mostGroups);
    }

    /**
     * {@return the same scan with pages of this size}
     *
     * @param groups groups a page at the most, 1 .. 10000; of a top no more than have 100,000 rows together
     */
    public TotalScan limit(int groups) {
        return new TotalScan(total, leading, ranking, direction, after, groups, mostGroups);
    }

    /**
     * {@return the same scan, beginning behind a group; in reverse, before it}
     *
     * @param group {@link TotalPage#next()} of the page before: a value for all that is grouped by
     */
    public TotalScan after(List<? extends @Nullable Object> group) {
        return new TotalScan(
                total,
                leading,
                ranking,
                direction,
                Optional.of(Arrays.<@Nullable Object>asList(group.toArray())),
                limit,
                mostGroups);
    }

    /** {@return the total's name} */
    public String total() {
        return total;
    }

    /** {@return groups a page at the most} */
    public int limit() {
        return limit;
    }

    int mostGroups() {
        return mostGroups;
    }

    Leading leading() {
        return leading;
    }

    Ranking ranking() {
        return ranking;
    }

    Direction direction() {
        return direction;
    }

    Optional<List<@Nullable Object>> after() {
        return after;
    }

    /** {@return the total's name only: values are not for logs} */
    @Override
    public String toString() {
        return "TotalScan[" + total + "]";
    }
}
