package io.keyfold.crash;

import io.keyfold.OrderItem;
import io.keyfold.OrderProjection;
import io.keyfold.row.RecordPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the tables must hold, as plainly as it can be told: committed records, folded one by one. Each is also a line of a
 * journal, so that a failed run can be looked at. Any thread may ask.
 */
final class ExpectedState {

    /** What a record is to a row. */
    enum Kind {
        GOOD,
        TOMBSTONE,
        BAD
    }

    /**
     * One record.
     *
     * @param table the table
     * @param key the key's text, as {@link RowText} has it
     * @param kind what it is
     * @param value the value's text, null for a tombstone
     * @param position where it lies
     */
    record Written(
            String table, String key, Kind kind, @Nullable String value, RecordPosition position) {}

    private record Entry(Optional<String> value, RecordPosition position, Optional<RecordPosition> mark) {}

    private final Path journal;
    private final Map<String, Map<String, Entry>> tables = new TreeMap<>();
    private long records;

    ExpectedState(Path journal) {
        this.journal = journal;
        tables.put(CrashTables.ITEMS, new TreeMap<>());
        tables.put(CrashTables.USERS, new TreeMap<>());
    }

    synchronized void commit(List<Written> transaction) {
        List<String> lines = new ArrayList<>();
        for (Written written : transaction) {
            lines.add(written.kind() + " " + written.position() + " " + written.key() + " " + written.value());
            entries(written.table())
                    .compute(written.key(), (key, before) -> fold(Optional.ofNullable(before), written));
        }
        records += transaction.size();
        try {
            Files.write(journal, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Entry> entries(String table) {
        return tables.computeIfAbsent(table, t -> new TreeMap<>());
    }

    private static @Nullable Entry fold(Optional<Entry> before, Written written) {
        return switch (written.kind()) {
            case GOOD -> new Entry(Optional.ofNullable(written.value()), written.position(), Optional.empty());
            case TOMBSTONE -> null;
            case BAD ->
                before.filter(entry -> entry.value().isPresent())
                        .map(row -> new Entry(row.value(), row.position(), Optional.of(written.position())))
                        .orElseGet(
                                () -> new Entry(Optional.empty(), written.position(), Optional.of(written.position())));
        };
    }

    /** The committed value of a key. */
    synchronized Optional<String> value(String table, String key) {
        return Optional.ofNullable(entries(table).get(key)).flatMap(Entry::value);
    }

    synchronized long records() {
        return records;
    }

    synchronized Map<String, String> values(String table) {
        Map<String, String> values = new TreeMap<>();
        entries(table).forEach((key, entry) -> entry.value().ifPresent(value -> values.put(key, value)));
        return values;
    }

    /** What a child must have with these declared; what is derived is empty of a mirror. */
    synchronized Dump dump(boolean isDerived, List<OrderProjection> declared) {
        Dump dump = new Dump();
        tables.forEach((table, entries) -> {
            Map<String, String> rows = new TreeMap<>();
            Map<String, String> marks = new TreeMap<>();
            entries.forEach((key, entry) -> {
                entry.value().ifPresent(value -> rows.put(key, value + " @ " + Dumper.text(entry.position())));
                entry.mark().ifPresent(mark -> marks.put(key, Dumper.text(mark)));
            });
            dump.rows().put(table, rows);
            dump.marks().put(table, marks);
            dump.subscribed().put(table, values(table));
            dump.uncounted().put(table, 0L);
        });
        List<OrderItem> items =
                values(CrashTables.ITEMS).values().stream().map(RowText::item).toList();
        declared.forEach(projection -> dump.projected().put(projection.declaredName(), projection.expected(items)));
        if (isDerived) {
            derive(dump);
        }
        return dump;
    }

    private void derive(Dump dump) {
        Map<String, String> users = values(CrashTables.USERS);
        values(CrashTables.ITEMS).forEach((key, item) -> {
            String userId = RowText.field(item, "user_id");
            dump.perUser().merge(userId, Long.parseLong(RowText.field(item, "quantity")), Long::sum);
            String user = users.get(userId);
            if (user != null) {
                dump.joined().put(key, RowText.joined(item, user));
            }
        });
    }
}
