package io.keyfold.micronaut.config;

import io.keyfold.config.Grouping;
import io.keyfold.config.Measure;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A total as a setting has it: <code>measure [by grouping, …]</code>, such as
 * {@code sum(amount) by order_status, day(paid_at, Asia/Shanghai)}.
 *
 * @param measure count(), sum(column), min(column), max(column) or top(rows, column)
 * @param groupBy columns, minute(column), day(column) or day(column, zone); none for one group of all rows
 */
record DeclaredTotal(Measure measure, List<Grouping> groupBy) {

    static final String FORM =
            "sum(column), count(), min(column), max(column) or top(rows, column), then perhaps by and"
                    + " columns, minute(column), day(column) or day(column, zone)";

    private static final Pattern TOTAL = Pattern.compile("(\\S[^()]*?\\([^()]*\\))(?:\\s+by\\s+(.+))?");
    private static final Pattern CALL = Pattern.compile("([a-z]+)\\(([^(),]*)(?:,([^(),]*))?\\)");
    private static final Pattern COMMA_OUTSIDE = Pattern.compile(",(?![^(]*\\))");

    /** @throws IllegalArgumentException saying what is expected */
    static DeclaredTotal parse(String text) {
        Matcher total = TOTAL.matcher(text.strip());
        if (!total.matches()) {
            throw unknown(text);
        }
        List<Grouping> groupBy = new ArrayList<>();
        if (total.group(2) != null) {
            for (String part : COMMA_OUTSIDE.split(total.group(2), -1)) {
                groupBy.add(grouping(part.strip()));
            }
        }
        return new DeclaredTotal(measure(total.group(1)), groupBy);
    }

    private static Measure measure(String text) {
        Matcher call = CALL.matcher(text);
        if (!call.matches()) {
            throw unknown(text);
        }
        String first = call.group(2).strip();
        String second = call.group(3) == null ? "" : call.group(3).strip();
        return switch (call.group(1) + (first.isEmpty() ? 0 : second.isEmpty() ? 1 : 2)) {
            case "count0" -> Measure.count();
            case "sum1" -> Measure.sum(first);
            case "min1" -> Measure.min(first);
            case "max1" -> Measure.max(first);
            case "top2" -> Measure.top(rows(first, text), second);
            default -> throw unknown(text);
        };
    }

    private static int rows(String number, String text) {
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw unknown(text);
        }
    }

    private static Grouping grouping(String text) {
        Matcher call = CALL.matcher(text);
        if (!call.matches()) {
            if (text.isEmpty() || text.contains("(")) {
                throw unknown(text);
            }
            return Grouping.column(text);
        }
        String column = call.group(2).strip();
        String zone = call.group(3) == null ? "" : call.group(3).strip();
        return switch (call.group(1) + (column.isEmpty() ? 0 : zone.isEmpty() ? 1 : 2)) {
            case "minute1" -> Grouping.minute(column);
            case "day1" -> Grouping.day(column);
            case "day2" -> Grouping.day(column, zone(zone));
            default -> throw unknown(text);
        };
    }

    private static ZoneId zone(String id) {
        try {
            return ZoneId.of(id);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(id + " (expected: a zone such as Asia/Shanghai)", e);
        }
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException(text + " (expected: " + FORM + ")");
    }
}
