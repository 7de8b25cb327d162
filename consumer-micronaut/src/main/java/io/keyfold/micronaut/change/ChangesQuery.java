package io.keyfold.micronaut.change;

import io.keyfold.UpsertTable;
import io.keyfold.change.ChangeCursor;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.micronaut.rest.PercentEncoding;
import io.keyfold.micronaut.rest.QueryParameters;
import io.keyfold.micronaut.rest.ValueForm;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.micronaut.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code GET …/changes?…} asks for.
 *
 * @param key the values of leading key columns that changes must have; none for all changes
 * @param columns these columns and their texts as a query, for a URL of the rows; empty for all
 * @param cursor where to go on
 * @param goesOn whether the client has seen an event; one that has not begins now
 * @param values in which form the values are to be
 */
record ChangesQuery(List<Object> key, String columns, ChangeCursor cursor, boolean goesOn, ValueForm values) {

    static final String LAST_EVENT_ID_HEADER = "Last-Event-ID";
    static final String LAST_EVENT_ID = "last-event-id";

    /**
     * Reads a query. A key column that is called as a parameter goes before it.
     *
     * @throws ProblemException naming the column or parameter that is unknown, missing, twice or wrong
     */
    static ChangesQuery of(HttpRequest<?> request, UpsertTable<RowJson> table) {
        String raw = request.getUri().getRawQuery();
        String header = request.getHeaders().get(LAST_EVENT_ID_HEADER);
        return of(raw == null ? "" : raw, header == null ? "" : header, table);
    }

    static ChangesQuery of(String raw, String header, UpsertTable<RowJson> table) {
        List<String> keyColumns = table.contract().keyColumns();
        Map<String, String> rest = new LinkedHashMap<>(parameters(raw));
        List<String> texts = leading(rest, keyColumns);
        ValueForm values = ValueForm.parse(rest.remove(ValueForm.PARAMETER));
        String query = rest.remove(LAST_EVENT_ID);
        for (String unknown : rest.keySet()) {
            throw ProblemException.of(
                    ProblemType.BAD_KEY,
                    unknown + ": no key column (expected: one of " + keyColumns + ", " + LAST_EVENT_ID + " or "
                            + ValueForm.PARAMETER + ")");
        }
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            columns.add(PercentEncoding.encode(keyColumns.get(i)) + "=" + PercentEncoding.encode(texts.get(i)));
        }
        String id = header.isEmpty() && query != null ? query : header;
        return new ChangesQuery(
                texts.isEmpty() ? List.of() : values(table, texts),
                String.join("&", columns),
                cursor(id),
                !id.isEmpty(),
                values);
    }

    private static Map<String, String> parameters(String raw) {
        try {
            return QueryParameters.parse(raw);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_KEY, "query: " + e.getMessage());
        }
    }

    private static List<String> leading(Map<String, String> rest, List<String> keyColumns) {
        List<String> texts = new ArrayList<>();
        for (String column : keyColumns) {
            String text = rest.remove(column);
            if (text == null) {
                break;
            }
            texts.add(text);
        }
        for (String column : keyColumns) {
            if (rest.containsKey(column)) {
                throw ProblemException.of(
                        ProblemType.BAD_KEY,
                        keyColumns.get(texts.size()) + ": missing, " + column
                                + " is given (expected: leading columns of " + keyColumns + ")");
            }
        }
        return texts;
    }

    private static List<Object> values(UpsertTable<RowJson> table, List<String> texts) {
        try {
            return table.keyValues(texts);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_KEY, String.valueOf(e.getMessage()));
        }
    }

    /** No id and an empty one are the same to a client. */
    private static ChangeCursor cursor(String text) {
        try {
            return text.isEmpty() ? ChangeCursor.NOW : ChangeCursor.parse(text);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(
                    ProblemType.BAD_PARAMETER, LAST_EVENT_ID_HEADER + ": not the id of an event; " + e.getMessage());
        }
    }

    boolean isAsked(RowChange<RowJson> change) {
        return change.key().values().subList(0, key.size()).equals(key);
    }
}
