package io.keyfold.change;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.change.ChangeLog.Slice;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.change.ChangePage.MissingPartition;
import io.keyfold.change.ChangePage.Reset;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A page of changes while the partitions' answers come in, from several threads. */
final class PageDraft {

    private final ChangeCursor cursor;

    // Guarded by this.
    private final TreeMap<Integer, At> next;
    private final Map<Integer, List<RowChange<RowJson>>> changes = new TreeMap<>();
    private final Map<Integer, Cause> resets = new TreeMap<>();
    private final Map<Integer, String> missing = new TreeMap<>();
    private boolean hasMore;

    PageDraft(ChangeCursor cursor) {
        this.cursor = cursor;
        this.next = new TreeMap<>(cursor.partitions());
    }

    synchronized void add(int partition, Slice slice) {
        next.put(partition, slice.next());
        changes.put(partition, slice.changes());
        boolean joins = cursor.at(partition).isEmpty() && !cursor.partitions().isEmpty();
        Optional<Cause> reset = joins ? Optional.of(Cause.JOINED) : slice.reset();
        reset.ifPresent(cause -> resets.put(partition, cause));
        hasMore |= slice.hasMore();
    }

    synchronized void missing(int partition, String why) {
        missing.put(partition, why);
    }

    /** The topic has no such partition. */
    synchronized void gone(int partition) {
        next.remove(partition);
        resets.put(partition, Cause.MADE_ANEW);
    }

    synchronized ChangePage<RowJson> page() {
        List<RowChange<RowJson>> all = new ArrayList<>();
        changes.values().forEach(all::addAll);
        return new ChangePage<>(
                all,
                new ChangeCursor(next),
                resets.entrySet().stream()
                        .map(reset -> new Reset(reset.getKey(), reset.getValue()))
                        .toList(),
                missing.entrySet().stream()
                        .map(gap -> new MissingPartition(gap.getKey(), gap.getValue()))
                        .toList(),
                hasMore);
    }
}
