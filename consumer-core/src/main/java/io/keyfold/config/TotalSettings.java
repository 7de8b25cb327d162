package io.keyfold.config;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A total of a table: one measure of each group of its rows.
 *
 * @param name by which the total is asked; unique among a table's indexes and totals
 * @param measure what is told of a group
 * @param groupBy what the rows of a group have in common; empty for one group of all rows
 */
public record TotalSettings(String name, Measure measure, List<Grouping> groupBy) {

    /** Refuses a name that cannot be asked for, and a grouping that stands twice. */
    public TotalSettings {
        requireNonNull(name, "name");
        IndexSettings.checkName("total", name);
        requireNonNull(measure, "measure");
        groupBy = List.copyOf(groupBy);
        Set<Grouping> seen = new HashSet<>();
        for (Grouping grouping : groupBy) {
            if (!seen.add(grouping)) {
                throw new IllegalArgumentException(
                        "total " + name + ": grouping by " + grouping + " twice (expected: each grouping once)");
            }
        }
    }
}
