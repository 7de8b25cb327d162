package io.keyfold.micronaut.rest;

import io.keyfold.UpsertTable;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a reply shows of each row.
 *
 * @param form in which form the values are
 * @param fields the value's columns that are shown, in this order; empty for the whole value
 * @param hidden the columns that the caller may not see: null stands for what they hold
 * @param masked those of them that a row's key or what is shown of its value has, in the contract's order; null for none
 * @param tag what an ETag has for it: two views that differ have different ones
 */
record RowView(
        ValueForm form,
        Optional<List<String>> fields,
        Set<String> hidden,
        @Nullable List<String> masked,
        String tag) {

    static final String FIELDS = "fields";

    /** The whole row as it came. */
    static final RowView PLAIN = new RowView(ValueForm.RAW, Optional.empty(), Set.of(), null, "");

    /** Takes the parameters. */
    static RowView take(Parameters parameters, ServedTable table, Set<String> hidden) {
        if (parameters.isEmpty() && hidden.isEmpty()) {
            return PLAIN;
        }
        ValueForm form = ValueForm.parse(parameters.take(ValueForm.PARAMETER).orElse(null));
        Optional<List<String>> fields = parameters.take(FIELDS).map(text -> fields(text, table.valueColumns()));
        return of(table, form, fields, hidden);
    }

    static RowView of(ServedTable table, ValueForm form, Optional<List<String>> fields, Set<String> hidden) {
        if (form == ValueForm.RAW && fields.isEmpty() && hidden.isEmpty()) {
            return PLAIN;
        }
        List<String> key = table.contract().keyColumns();
        List<String> shown = fields.orElse(table.valueColumns());
        List<String> masked = table.contract().columns().stream()
                .map(column -> column.name())
                .filter(hidden::contains)
                .filter(column -> key.contains(column) || shown.contains(column))
                .toList();
        String tag = form == ValueForm.CANONICAL ? "-c" + table.canonicalDigits() : "";
        if (fields.isPresent() || !masked.isEmpty()) {
            tag += "-f"
                    + ServedTable.digits(
                            fields.map(some -> String.join("\0", some)).orElse("*") + "\n" + String.join("\0", masked));
        }
        return new RowView(form, fields, hidden, masked.isEmpty() ? null : masked, tag);
    }

    private static List<String> fields(String text, List<String> columns) {
        List<String> fields = List.of(text.split(",", -1));
        for (String field : fields) {
            if (!columns.contains(field)) {
                throw Parameters.bad(FIELDS + ": " + (field.isEmpty() ? "an empty name" : field)
                        + " (expected: columns of the value, separated by commas: " + columns + ")");
            }
        }
        return fields.stream().distinct().toList();
    }

    RawJson value(UpsertTable<RowJson> table, Row<RowJson> row) {
        byte[] whole = form.json(table, row);
        if (fields.isPresent()) {
            return new RawJson(JsonFields.selected(whole, fields.get(), hidden));
        }
        return new RawJson(hidden.isEmpty() ? whole : JsonFields.masked(whole, hidden));
    }

    RawJson key(String keyJson) {
        RawJson whole = new RawJson(keyJson);
        return hidden.isEmpty() ? whole : new RawJson(JsonFields.masked(whole.bytes(), hidden));
    }

    boolean hidesAny(List<String> columns) {
        return !hidden.isEmpty() && columns.stream().anyMatch(hidden::contains);
    }
}
