package io.keyfold;

import io.keyfold.metrics.TableCounts;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a table answers, as text that can be compared: where each row was written, its mark and its bytes, in every way
 * of asking. How far the partitions had been read is left out.
 */
record TableDump(List<String> forward, List<String> reverse, List<String> lookups, long count) {

    /** Asks for all rows in both directions, for their number, and for the given keys one by one and together. */
    static TableDump of(UpsertTable<RowJson> table, List<RowKey> keys) {
        List<String> lookups = new ArrayList<>();
        keys.forEach(key -> lookups.add(text(table.get(key))));
        table.getAll(keys).forEach(answer -> lookups.add(text(answer)));
        return new TableDump(
                rows(table, Scan.all().limit(2)),
                rows(table, Scan.all().limit(2).reverse()),
                lookups,
                table.count(Scan.all().limit(Scan.MAX_LIMIT)).rows());
    }

    private static List<String> rows(UpsertTable<RowJson> table, Scan scan) {
        List<String> rows = new ArrayList<>();
        Page<RowJson> page = table.scan(scan);
        while (true) {
            if (!page.isComplete()) {
                throw new IllegalStateException(
                        "Cannot dump " + table.contract().name() + ": " + page.missing());
            }
            page.rows().forEach(row -> rows.add(text(row)));
            if (page.next().isEmpty()) {
                return rows;
            }
            page = table.scan(scan.after(page.next().get()));
        }
    }

    private static String text(Answer<RowJson> answer) {
        if (answer instanceof Answer.Found<RowJson> found) {
            return text(found.row());
        }
        if (answer instanceof Answer.Absent<RowJson> absent) {
            return "absent, mark " + absent.mark();
        }
        throw new IllegalStateException("Cannot dump: " + answer);
    }

    private static String text(Row<RowJson> row) {
        return row.key().values() + " " + row.position() + " " + row.timestamp() + " mark " + row.mark() + " "
                + row.value().text();
    }

    /** What became of the records, added up; it has to be what was read. */
    static long accountedFor(TableCounts counts) {
        return counts.inserted()
                + counts.updated()
                + counts.deleted()
                + counts.unchanged()
                + counts.skipped()
                + counts.loaded()
                + counts.superseded()
                + counts.deadLetters();
    }
}
