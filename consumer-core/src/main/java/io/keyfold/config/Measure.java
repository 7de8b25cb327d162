package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What a total tells of a group. Nulls are not measured, as in SQL, but {@link #count()} counts rows.
 *
 * <pre>{@code
 * .total("amount_by_status", sum("amount"), groupBy("order_status"))
 * }</pre>
 */
public sealed interface Measure {

    /** {@return the column that it measures; empty for a count} */
    default Optional<String> measured() {
        return Optional.empty();
    }

    /** How many rows the group has. */
    record Count() implements Measure {

        /** {@return the measure as it is written} */
        @Override
        public String toString() {
            return "count()";
        }
    }

    /**
     * The exact sum of a column, of any length. Only of integers and DECIMAL.
     *
     * @param column a TINYINT, SMALLINT, INT, BIGINT or DECIMAL
     */
    record Sum(String column) implements Measure {

        /** Refuses a missing column. */
        public Sum {
            requireNonNull(column, "column");
        }

        /** {@return the measure as it is written, such as {@code sum(amount)}} */
        @Override
        public String toString() {
            return "sum(" + column + ")";
        }

        @Override
        public Optional<String> measured() {
            return Optional.of(column);
        }
    }

    /**
     * The least value of a column, in the order of an index.
     *
     * @param column of any type but ARRAY, MAP and ROW
     */
    record Min(String column) implements Measure {

        /** Refuses a missing column. */
        public Min {
            requireNonNull(column, "column");
        }

        /** {@return the measure as it is written, such as {@code min(amount)}} */
        @Override
        public String toString() {
            return "min(" + column + ")";
        }

        @Override
        public Optional<String> measured() {
            return Optional.of(column);
        }
    }

    /**
     * The greatest value of a column, in the order of an index.
     *
     * @param column of any type but ARRAY, MAP and ROW
     */
    record Max(String column) implements Measure {

        /** Refuses a missing column. */
        public Max {
            requireNonNull(column, "column");
        }

        /** {@return the measure as it is written, such as {@code max(amount)}} */
        @Override
        public String toString() {
            return "max(" + column + ")";
        }

        @Override
        public Optional<String> measured() {
            return Optional.of(column);
        }
    }

    /**
     * The rows of the group with the greatest values of a column, in the order of an index.
     *
     * @param rows how many at the most, 1 .. 1000
     * @param column of any type but ARRAY, MAP and ROW
     */
    record Top(int rows, String column) implements Measure {

        private static final int MOST_ROWS = 1_000;

        /** Refuses a number of rows out of range. */
        public Top {
            requireNonNull(column, "column");
            if (rows < 1 || rows > MOST_ROWS) {
                throw new IllegalArgumentException("rows of top: " + rows + " (expected: 1 .. " + MOST_ROWS + ")");
            }
        }

        /** {@return the measure as it is written, such as {@code top(10, amount)}} */
        @Override
        public String toString() {
            return "top(" + rows + ", " + column + ")";
        }

        @Override
        public Optional<String> measured() {
            return Optional.of(column);
        }
    }

    /** {@return how many rows the group has} */
    static Measure count() {
        return new Count();
    }

    /**
     * {@return the exact sum of a column; none where all its values are null}
     *
     * @param column a TINYINT, SMALLINT, INT, BIGINT or DECIMAL
     */
    static Measure sum(String column) {
        return new Sum(column);
    }

    /**
     * {@return the least value of a column; none where all its values are null}
     *
     * @param column of any type but ARRAY, MAP and ROW
     */
    static Measure min(String column) {
        return new Min(column);
    }

    /**
     * {@return the greatest value of a column; none where all its values are null}
     *
     * @param column of any type but ARRAY, MAP and ROW
     */
    static Measure max(String column) {
        return new Max(column);
    }

    /**
     * {@return the rows of the group with the greatest values of a column}
     *
     * @param rows how many at the most, 1 .. 1000
     * @param column of any type but ARRAY, MAP and ROW
     */
    static Measure top(int rows, String column) {
        return new Top(rows, column);
    }
}
