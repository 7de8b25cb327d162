package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.RowShape;
import io.keyfold.codec.RowShape.Difference;
import io.keyfold.row.RecordPosition;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/** Counts how the values of a table differ from its contract, a column at a time. Any thread. */
final class ColumnNotes {

    /** So that a topic with ever new field names costs no more. */
    private static final int MOST_UNDECLARED = 100;

    private static final int LONGEST_NAME = 100;

    private final List<String> columns;
    private final Map<Difference, AtomicReferenceArray<Seen>> declared = new EnumMap<>(Difference.class);
    private final Map<String, Seen> undeclared = new ConcurrentHashMap<>();

    ColumnNotes(TableContract contract) {
        this.columns = contract.value().stream().map(Column::name).toList();
        declared.put(Difference.ABSENT, new AtomicReferenceArray<>(columns.size()));
        declared.put(Difference.NULL, new AtomicReferenceArray<>(columns.size()));
    }

    /** Counts the differences of one good value. */
    void note(RowShape shape, RecordPosition position) {
        if (shape.isWhole()) {
            return;
        }
        shape.forEachColumn((difference, index) -> noteDeclared(difference, index, position));
        for (String name : shape.undeclared()) {
            noteUndeclared(name, position);
        }
    }

    private void noteDeclared(Difference difference, int index, RecordPosition position) {
        AtomicReferenceArray<Seen> all = requireNonNull(declared.get(difference));
        Seen seen = all.get(index);
        if (seen == null) {
            all.compareAndSet(index, null, new Seen(position));
            seen = all.get(index);
        }
        seen.records.increment();
    }

    private void noteUndeclared(String name, RecordPosition position) {
        String shown = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
        Seen seen = undeclared.get(shown);
        if (seen == null && undeclared.size() < MOST_UNDECLARED) {
            seen = undeclared.computeIfAbsent(shown, unused -> new Seen(position));
        }
        if (seen != null) {
            seen.records.increment();
        }
    }

    /** All, the columns in the contract's order, then the fields that none declares by name. */
    List<ColumnNote> all() {
        List<ColumnNote> all = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            for (Map.Entry<Difference, AtomicReferenceArray<Seen>> entry : declared.entrySet()) {
                Seen seen = entry.getValue().get(i);
                if (seen != null) {
                    all.add(seen.note(entry.getKey(), columns.get(i)));
                }
            }
        }
        new TreeMap<>(undeclared).forEach((name, seen) -> all.add(seen.note(Difference.UNDECLARED, name)));
        return all;
    }

    /** One difference of one field. */
    private static final class Seen {
        private final RecordPosition first;
        private final Instant since = Instant.now();
        private final LongAdder records = new LongAdder();

        Seen(RecordPosition first) {
            this.first = first;
        }

        ColumnNote note(Difference difference, String column) {
            return new ColumnNote(difference, column, records.sum(), since, first);
        }
    }
}
