package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An index of a table: its rows in the order of some columns. Rows without a value in a column come first.
 *
 * @param name by which the index is asked; unique among a table's indexes and totals
 * @param columns at least one, in the order by which the rows are sorted
 */
public record IndexSettings(String name, List<String> columns) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,60}");

    /** Refuses a name that cannot be asked for, and columns that are none or stand twice. */
    public IndexSettings {
        requireNonNull(name, "name");
        checkName("index", name);
        columns = List.copyOf(columns);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("index " + name + ": no columns (expected: at least one)");
        }
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!seen.add(column)) {
                throw new IllegalArgumentException(
                        "index " + name + ": column " + column + " twice (expected: each column once)");
            }
        }
    }

    static void checkName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(what + ": " + name + " (expected: 1 .. 60 letters, digits or _)");
        }
    }
}
