package io.keyfold.micronaut.rest;

import io.keyfold.config.Grouping;
import io.keyfold.config.Measure;
import io.keyfold.query.TotalGroup;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes replies from the groups of one total.
 *
 * @param values how the total's values are written
 * @param view what the caller may not see
 * @param rows makes links and keys
 */
record GroupReplies(GroupValues values, RowView view, RowReplies rows) {

    TotalsReply.Group group(TotalGroup group) {
        boolean hidesMeasured = hidesMeasured();
        RawJson value = hidesMeasured
                ? RawJson.NULL
                : group.value().map(values::measured).orElse(RawJson.NULL);
        return new TotalsReply.Group(
                json(group.group()),
                group.rows(),
                value,
                values.total().measure() instanceof Measure.Top
                        ? group.top().stream()
                                .map(top -> top(top, hidesMeasured))
                                .toList()
                        : null,
                masked(hidesMeasured));
    }

    private boolean hidesMeasured() {
        Optional<String> measured = values.total().measure().measured();
        return measured.isPresent() && view.hidden().contains(measured.get());
    }

    private @Nullable List<String> masked(boolean hidesMeasured) {
        if (view.hidden().isEmpty()) {
            return null;
        }
        List<String> masked = new ArrayList<>();
        for (Grouping grouping : values.total().groupBy()) {
            if (view.hidden().contains(grouping.column())) {
                masked.add(grouping.toString());
            }
        }
        if (hidesMeasured) {
            masked.add(values.total().measure().toString());
        }
        return masked.isEmpty() ? null : masked;
    }

    private RawJson json(List<? extends @Nullable Object> group) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write('{');
        for (int i = 0; i < group.size(); i++) {
            Grouping grouping = values.total().groupBy().get(i);
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(JsonFields.quoted(grouping.toString()));
            out.write(':');
            RawJson value = view.hidden().contains(grouping.column()) ? RawJson.NULL : values.json(i, group.get(i));
            out.writeBytes(value.bytes());
        }
        out.write('}');
        return new RawJson(out.toByteArray());
    }

    private TotalsReply.TopRow top(TotalGroup.TopRow row, boolean hidesMeasured) {
        return new TotalsReply.TopRow(
                hidesMeasured ? RawJson.NULL : values.measured(row.value()),
                view.key(rows.table().canonicalKeyJson(row.key())),
                rows.self(row.key(), view));
    }
}
