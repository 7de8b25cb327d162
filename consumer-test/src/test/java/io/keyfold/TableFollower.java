package io.keyfold;

import io.keyfold.change.TableEvent;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A copy of a table made of what a subscriber from a snapshot is told and nothing else, partition by partition. Notes
 * what contradicts what it was told before. Any thread may look.
 */
final class TableFollower implements Consumer<TableEvent<RowJson>> {

    private final Map<Integer, Map<RowKey, String>> rows = new TreeMap<>();
    private final Set<Integer> complete = new TreeSet<>();
    private final List<Integer> lost = new ArrayList<>();
    private final List<String> contradictions = new ArrayList<>();
    private int snapshots;

    @Override
    public synchronized void accept(TableEvent<RowJson> event) {
        if (event instanceof TableEvent.Changed<RowJson> changed) {
            change(changed.change());
        } else if (event instanceof TableEvent.SnapshotComplete<RowJson> done) {
            snapshots++;
            note(complete.add(done.partition()), "snapshot of " + done.partition() + " complete twice");
        } else if (event instanceof TableEvent.PartitionLost<RowJson> gone) {
            lost.add(gone.partition());
            complete.remove(gone.partition());
            rows.remove(gone.partition());
        }
    }

    private void change(RowChange<RowJson> change) {
        Map<RowKey, String> here = rows.computeIfAbsent(change.position().partition(), p -> new HashMap<>());
        String known = here.get(change.key());
        Optional<String> before = change.before().map(TableFollower::text);
        note(
                Optional.ofNullable(known).equals(before),
                change + " after a row that is " + (known == null ? "not there" : "other"));
        change.after()
                .map(TableFollower::text)
                .ifPresentOrElse(text -> here.put(change.key(), text), () -> here.remove(change.key()));
    }

    private static String text(Row<RowJson> row) {
        return row.value().text();
    }

    private void note(boolean fits, String contradiction) {
        if (!fits) {
            contradictions.add(contradiction);
        }
    }

    /** The rows of all partitions that it has. */
    synchronized Map<RowKey, String> rows() {
        return TableModel.union(List.copyOf(rows.values()));
    }

    synchronized Set<Integer> complete() {
        return Set.copyOf(complete);
    }

    synchronized List<Integer> lost() {
        return List.copyOf(lost);
    }

    synchronized int snapshots() {
        return snapshots;
    }

    synchronized List<String> contradictions() {
        return List.copyOf(contradictions);
    }
}
