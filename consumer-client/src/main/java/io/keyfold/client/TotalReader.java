package io.keyfold.client;

import io.keyfold.query.TotalGroup;
import io.keyfold.schemas.Column;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the groups of one total, as it was declared with the service.
 *
 * @param texts of its table
 * @param measure what is told of each group, such as {@code sum(amount)}
 * @param groupBy what the rows of a group have in common, such as {@code minute(update_time)}
 */
record TotalReader(ColumnTexts texts, String measure, List<String> groupBy) {

    private static final Pattern MEASURE = Pattern.compile("(count|sum|min|max|top)\\((?:[0-9]+, )?(.*)\\)");
    private static final Pattern GROUPING = Pattern.compile("(minute|day)\\((.+?)(?:, [^,]+)?\\)");

    TotalReader {
        groupBy = List.copyOf(groupBy);
    }

    /** {@return the reader of a total that {@code GET /v1/tables/{table}} tells of; empty if it tells of none of that name} */
    static Optional<TotalReader> declared(ColumnTexts texts, JsonSlice table, String name) {
        return items(table, "totals")
                .filter(total -> total.require("name").text().equals(name))
                .findFirst()
                .map(total -> new TotalReader(
                        texts,
                        total.require("measure").text(),
                        items(total, "group_by").map(JsonSlice::text).toList()));
    }

    /** A list that is empty is left out there. */
    private static Stream<JsonSlice> items(JsonSlice reply, String name) {
        return reply.get(name).stream().flatMap(list -> list.items().stream());
    }

    /** {@return the text of a value of what is grouped by} */
    static String text(ColumnTexts texts, String grouping, Object value) {
        return value instanceof LocalDate day && isDay(texts, grouping)
                ? day.toString()
                : texts.text(column(texts, grouping), value);
    }

    private static boolean isDay(ColumnTexts texts, String grouping) {
        return !isColumn(texts, grouping) && grouping.startsWith("day(");
    }

    private static boolean isColumn(ColumnTexts texts, String grouping) {
        return texts.contract().columns().stream().map(Column::name).anyMatch(grouping::equals);
    }

    private static String column(ColumnTexts texts, String grouping) {
        Matcher form = GROUPING.matcher(grouping);
        return !isColumn(texts, grouping) && form.matches() ? form.group(2) : grouping;
    }

    TotalGroup group(JsonSlice reply) {
        Map<String, JsonSlice> members = reply.members();
        JsonSlice masked = members.get("masked");
        if (masked != null) {
            throw new IllegalArgumentException("the total is of columns that this caller may not see");
        }
        List<TotalGroup.TopRow> top = new ArrayList<>();
        JsonSlice rows = members.get("top");
        if (rows != null) {
            rows.items()
                    .forEach(row -> top.add(
                            new TotalGroup.TopRow(measured(row.require("value")), texts.key(row.require("key")))));
        }
        return new TotalGroup(
                values(JsonSlice.required(members, "group").members()),
                JsonSlice.required(members, "rows").number(),
                Optional.ofNullable(members.get("value"))
                        .filter(value -> !value.isNull())
                        .map(this::measured),
                top);
    }

    private List<@Nullable Object> values(Map<String, JsonSlice> group) {
        if (!List.copyOf(group.keySet()).equals(groupBy)) {
            throw new IllegalArgumentException("the total has been declared anew; ask with a new table");
        }
        List<@Nullable Object> values = new ArrayList<>();
        group.forEach((grouping, value) -> values.add(value.isNull() ? null : value(grouping, value.text())));
        return values;
    }

    private Object value(String grouping, String text) {
        return isDay(texts, grouping) ? LocalDate.parse(text) : texts.value(column(texts, grouping), text);
    }

    private Object measured(JsonSlice value) {
        Matcher form = MEASURE.matcher(measure);
        if (!form.matches()) {
            throw new IllegalArgumentException("the total's measure is not known here");
        }
        return switch (form.group(1)) {
            case "count" -> value.number();
            case "sum" -> new BigDecimal(value.text());
            default -> texts.value(form.group(2), value.text());
        };
    }
}
