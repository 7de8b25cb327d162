package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the rows of a group have in common: a column's value, or the minute or the day in which it lies. Rows without a
 * value are a group of their own.
 */
public sealed interface Grouping {

    /** {@return the column that is read} */
    String column();

    /**
     * A column's value.
     *
     * @param column of any type but ARRAY, MAP and ROW
     */
    record Column(String column) implements Grouping {

        /** Refuses a missing column. */
        public Column {
            requireNonNull(column, "column");
        }

        /** {@return the grouping as it is written, such as {@code order_status}} */
        @Override
        public String toString() {
            return column;
        }
    }

    /**
     * The minute in which a column's value lies, as its first moment.
     *
     * @param column a TIMESTAMP or TIMESTAMP_LTZ
     */
    record Minute(String column) implements Grouping {

        /** Refuses a missing column. */
        public Minute {
            requireNonNull(column, "column");
        }

        /** {@return the grouping as it is written, such as {@code minute(update_time)}} */
        @Override
        public String toString() {
            return "minute(" + column + ")";
        }
    }

    /**
     * The day in which a column's value lies.
     *
     * @param column a TIMESTAMP, whose days are taken as they stand, or a TIMESTAMP_LTZ
     * @param zone whose days are meant; stated for a TIMESTAMP_LTZ and for no other
     */
    record Day(String column, Optional<ZoneId> zone) implements Grouping {

        /** Refuses a missing column. */
        public Day {
            requireNonNull(column, "column");
            requireNonNull(zone, "zone");
        }

        /** {@return the grouping as it is written, such as {@code day(update_time, Asia/Shanghai)}} */
        @Override
        public String toString() {
            return "day(" + column + zone.map(id -> ", " + id).orElse("") + ")";
        }
    }

    /**
     * {@return the grouping by a column's value}
     *
     * @param column of any type but ARRAY, MAP and ROW
     */
    static Grouping column(String column) {
        return new Column(column);
    }

    /**
     * {@return the grouping by the minute in which a column's value lies}
     *
     * @param column a TIMESTAMP or TIMESTAMP_LTZ
     */
    static Grouping minute(String column) {
        return new Minute(column);
    }

    /**
     * {@return the grouping by the day in which a column's value lies, as it stands}
     *
     * @param column a TIMESTAMP
     */
    static Grouping day(String column) {
        return new Day(column, Optional.empty());
    }

    /**
     * {@return the grouping by the day of a zone in which a column's value lies}
     *
     * @param column a TIMESTAMP_LTZ
     * @param zone whose days are meant
     */
    static Grouping day(String column, ZoneId zone) {
        return new Day(column, Optional.of(zone));
    }

    /**
     * {@return the grouping by columns' values}
     *
     * @param columns of any type but ARRAY, MAP and ROW
     */
    static List<Grouping> groupBy(String... columns) {
        return Stream.of(columns).map(Grouping::column).toList();
    }

    /**
     * {@return these groupings}
     *
     * @param groupings what the rows of a group have in common
     */
    static List<Grouping> groupBy(Grouping... groupings) {
        return List.of(groupings);
    }
}
