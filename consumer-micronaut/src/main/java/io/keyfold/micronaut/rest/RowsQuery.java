package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code GET …/rows?…} asks for.
 *
 * @param key texts of leading key columns, in the contract's order; empty for all rows
 * @param limit rows at the most, if said
 * @param after the key texts after which the page begins, if said
 * @param values in which form the values are to be
 */
record RowsQuery(List<String> key, Optional<Integer> limit, Optional<List<String>> after, ValueForm values) {

    private static final String LIMIT = "limit";
    private static final String AFTER = "after";

    /**
     * Reads a query. A key column that is called {@code limit}, {@code after} or {@code values} goes before the parameter of that name.
     *
     * @param raw the query as the URL has it, without the question mark
     * @param keyColumns the contract's, in its order
     * @throws ProblemException naming the column or parameter that is unknown, missing, twice or not a number
     */
    static RowsQuery parse(String raw, List<String> keyColumns) {
        Map<String, String> rest = new LinkedHashMap<>(parameters(raw));
        List<String> key = new ArrayList<>();
        Optional<String> gap = Optional.empty();
        for (String column : keyColumns) {
            String text = rest.remove(column);
            if (text == null) {
                gap = gap.isPresent() ? gap : Optional.of(column);
            } else if (gap.isPresent()) {
                throw ProblemException.of(
                        ProblemType.BAD_KEY,
                        gap.get() + ": missing, " + column + " is given (expected: leading columns of " + keyColumns
                                + ")");
            } else {
                key.add(text);
            }
        }
        Optional<Integer> limit = Optional.ofNullable(rest.remove(LIMIT)).map(RowsQuery::number);
        Optional<List<String>> after = Optional.ofNullable(rest.remove(AFTER)).map(RowsQuery::keyTexts);
        ValueForm values = ValueForm.parse(rest.remove(ValueForm.PARAMETER));
        for (String unknown : rest.keySet()) {
            throw ProblemException.of(
                    ProblemType.BAD_KEY,
                    unknown + ": no key column (expected: one of " + keyColumns + ", " + LIMIT + ", " + AFTER + " or "
                            + ValueForm.PARAMETER + ")");
        }
        return new RowsQuery(key, limit, after, values);
    }

    /**
     * Reads the query of a row whose key is in the path.
     *
     * @param raw the query as the URL has it, without the question mark
     * @throws ProblemException naming the parameter that is unknown or wrong
     */
    static ValueForm parseForm(String raw) {
        Map<String, String> rest = new LinkedHashMap<>(parameters(raw));
        ValueForm values = ValueForm.parse(rest.remove(ValueForm.PARAMETER));
        for (String unknown : rest.keySet()) {
            throw ProblemException.of(
                    ProblemType.BAD_PARAMETER, unknown + ": unknown (expected: " + ValueForm.PARAMETER + ")");
        }
        return values;
    }

    private static Map<String, String> parameters(String raw) {
        try {
            return QueryParameters.parse(raw);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(ProblemType.BAD_KEY, "query: " + e.getMessage());
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw ProblemException.of(ProblemType.BAD_PARAMETER, LIMIT + ": not a number (expected: 1 .. 10000)");
        }
    }

    private static List<String> keyTexts(String path) {
        try {
            return KeyPath.parse(path);
        } catch (IllegalArgumentException e) {
            throw ProblemException.of(
                    ProblemType.BAD_PARAMETER,
                    AFTER + ": " + e.getMessage() + " (expected: next_after of the page before)");
        }
    }
}
