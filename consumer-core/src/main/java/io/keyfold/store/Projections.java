package io.keyfold.store;

import io.keyfold.codec.RowValues;
import io.keyfold.config.TableSettings;
import io.keyfold.config.TotalSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The indexes and totals that are declared beside a table.
 *
 * @param values reads rows for them
 * @param indexes the indexes
 * @param totals the totals
 */
record Projections(RowValues values, List<IndexProjection> indexes, List<TotalProjection> totals) {

    static Projections of(TableSettings table) {
        return new Projections(
                RowValues.of(table.contract(), columns(table)),
                table.indexes().stream()
                        .map(index -> IndexProjection.of(table.contract(), index))
                        .toList(),
                table.totals().stream()
                        .map(total -> TotalProjection.of(table.contract(), total))
                        .toList());
    }

    private static Set<String> columns(TableSettings table) {
        Set<String> columns = new HashSet<>();
        table.indexes().forEach(index -> columns.addAll(index.columns()));
        for (TotalSettings total : table.totals()) {
            total.measure().measured().ifPresent(columns::add);
            total.groupBy().forEach(grouping -> columns.add(grouping.column()));
        }
        return columns;
    }

    boolean isEmpty() {
        return indexes.isEmpty() && totals.isEmpty();
    }

    List<Projection> all() {
        List<Projection> all = new ArrayList<>(indexes);
        all.addAll(totals);
        return all;
    }

    /** The index of that name; there is one, for who asks knows the declaration. */
    IndexProjection index(String name) {
        return indexes.stream()
                .filter(index -> index.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The total of that name; as {@link #index}. */
    TotalProjection total(String name) {
        return totals.stream()
                .filter(total -> total.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
