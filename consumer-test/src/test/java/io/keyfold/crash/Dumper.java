package io.keyfold.crash;

import io.keyfold.OrderProjection;
import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.metrics.TableCounts;
import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Asks a child's consumer for all that it has, each row in two ways. */
record Dumper(
        ChildOptions options, UpsertConsumer consumer, Map<String, FoldedEvents> subscribers, Consumer<String> misfit) {

    void write(Path file) {
        Dump dump = new Dump();
        for (String name : consumer.tables()) {
            table(consumer.table(name), dump);
            dump.subscribed()
                    .put(
                            name,
                            Optional.ofNullable(subscribers.get(name))
                                    .orElseThrow()
                                    .rows());
        }
        UpsertTable<RowJson> items = consumer.table(CrashTables.ITEMS);
        for (OrderProjection projection : options.declared()) {
            projection.actual(items).ifPresent(lines -> dump.projected().put(projection.declaredName(), lines));
        }
        if (!options.isMirror()) {
            DerivedStores.each(consumer, CrashTopology.PER_USER, (String user, Long sum) -> {
                if (sum != 0) {
                    dump.perUser().put(user, sum);
                }
            });
            DerivedStores.each(
                    consumer,
                    CrashTopology.JOINED,
                    (RowKey key, String joined) -> dump.joined().put(RowText.key(key), joined));
        }
        dump.write(file);
    }

    private void table(UpsertTable<RowJson> table, Dump dump) {
        String name = table.contract().name();
        Map<String, String> rows = scan(table);
        Map<String, String> found = new TreeMap<>();
        Map<String, String> marks = new TreeMap<>();
        List<RowKey> keys = IntStream.range(0, CrashTables.keys(name))
                .mapToObj(number -> new RowKey(CrashTables.key(name, number)))
                .toList();
        List<Answer<RowJson>> answers = table.getAll(keys);
        for (int i = 0; i < keys.size(); i++) {
            String key = RowText.key(keys.get(i));
            if (answers.get(i) instanceof Answer.Found<RowJson> hit) {
                found.put(key, text(hit.row()));
                hit.row().mark().ifPresent(mark -> marks.put(key, text(mark.position())));
            } else if (answers.get(i) instanceof Answer.Absent<RowJson> absent) {
                absent.mark().ifPresent(mark -> marks.put(key, text(mark.position())));
            } else {
                misfit.accept(name + " " + key + ": " + answers.get(i));
            }
        }
        Map<String, String> moving = new TreeMap<>(rows);
        moving.keySet().removeIf(StillItems::isKey);
        if (!moving.equals(found)) {
            misfit.accept(name + ": a scan gives " + moving.size() + " rows, the keys one by one " + found.size());
        }
        dump.rows().put(name, rows);
        dump.marks().put(name, marks);
        dump.uncounted().put(name, uncounted(table.status().counts()));
    }

    private Map<String, String> scan(UpsertTable<RowJson> table) {
        Map<String, String> rows = new TreeMap<>();
        Optional<RowKey> after = Optional.empty();
        do {
            Scan scan = Scan.all().limit(101);
            Page<RowJson> page = table.scan(after.map(scan::after).orElse(scan));
            if (!page.isComplete()) {
                misfit.accept(table.contract().name() + ": a page lacks " + page.missing());
            }
            page.rows().forEach(row -> rows.put(RowText.key(row.key()), text(row)));
            after = page.next();
        } while (after.isPresent());
        return rows;
    }

    static String text(Row<RowJson> row) {
        return row.value().text() + " @ " + text(row.position());
    }

    static String text(RecordPosition position) {
        return position.partition() + "-" + position.offset();
    }

    private static long uncounted(TableCounts counts) {
        return counts.read()
                - counts.applied()
                - counts.unchanged()
                - counts.skipped()
                - counts.loaded()
                - counts.superseded()
                - counts.deadLetters();
    }
}
