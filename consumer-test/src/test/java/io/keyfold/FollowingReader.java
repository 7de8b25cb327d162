package io.keyfold;

import io.keyfold.change.ChangeCursor;
import io.keyfold.change.ChangePage;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.store.ReadOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Keeps a copy of a table by its changes alone, and reads rows again only where it is told to. */
final class FollowingReader {

    private final UpsertTable<RowJson> table;
    private final int partitions;
    private final Map<RowKey, String> copy = new HashMap<>();
    private final Set<RecordPosition> told = new HashSet<>();
    private final Set<Integer> reset = new TreeSet<>();
    private final Set<Integer> toRead = new TreeSet<>();
    private final Map<Integer, Long> last = new HashMap<>();
    private ChangeCursor cursor = ChangeCursor.NOW;

    FollowingReader(UpsertTable<RowJson> table, int partitions) {
        this.table = table;
        this.partitions = partitions;
        this.cursor = ChangeCursor.parse(table.changes(cursor, 1).next().toString());
    }

    /** Takes the next page in. */
    void poll() {
        ChangePage<RowJson> page = table.changes(cursor, 50);
        page.resets().forEach(lost -> {
            reset.add(lost.partition());
            toRead.add(lost.partition());
        });
        page.changes().forEach(this::take);
        cursor = ChangeCursor.parse(page.next().toString());
        if (!toRead.isEmpty()) {
            readAgain();
        }
    }

    private void take(RowChange<RowJson> change) {
        RecordPosition position = change.position();
        if (!told.add(position)) {
            throw new AssertionError(position + " was told twice");
        }
        Long before = last.put(position.partition(), position.offset());
        if (before != null && before >= position.offset()) {
            throw new AssertionError(position + " was told after " + before);
        }
        if (!toRead.contains(position.partition()) && !reset.contains(position.partition())) {
            String expected = change.before().map(row -> row.value().text()).orElse(null);
            String mine = copy.get(change.key());
            if (expected == null ? mine != null : !expected.equals(mine)) {
                throw new AssertionError(position + " does not follow on what was told before");
            }
        }
        if (change.kind() == RowKind.DELETE) {
            copy.remove(change.key());
        } else {
            copy.put(change.key(), change.after().orElseThrow().value().text());
        }
    }

    /** All rows of the partitions that were reset; again later, if not all of them can be read as far as the reset was. */
    private void readAgain() {
        ReadOptions far = ReadOptions.ANYWHERE.atLeast(toRead.stream()
                .flatMap(partition -> cursor.at(partition).stream()
                        .map(at -> new PartitionPosition(table.contract().topic(), partition, at.position())))
                .toList());
        List<Row<RowJson>> rows = new ArrayList<>();
        Optional<RowKey> after = Optional.empty();
        do {
            Scan scan = Scan.all().limit(100);
            Page<RowJson> page = table.reading(far).scan(after.map(scan::after).orElse(scan));
            if (!page.isComplete()) {
                return;
            }
            rows.addAll(page.rows());
            after = page.next();
        } while (after.isPresent());
        copy.keySet().removeIf(key -> toRead.contains(TableModel.home(key, partitions)));
        rows.stream()
                .filter(row -> toRead.contains(TableModel.home(row.key(), partitions)))
                .forEach(row -> copy.put(row.key(), row.value().text()));
        toRead.clear();
    }

    boolean isWhole() {
        return toRead.isEmpty();
    }

    Map<RowKey, String> copy() {
        return copy;
    }

    Set<RecordPosition> told() {
        return told;
    }

    /** The partitions of which changes may be missing. */
    Set<Integer> reset() {
        return reset;
    }
}
