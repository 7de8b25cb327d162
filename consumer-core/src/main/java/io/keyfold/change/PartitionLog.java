package io.keyfold.change;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.change.ChangeLog.Slice;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last changes of one partition, numbered from 0. Guarded by its {@link ChangeLog}. */
final class PartitionLog {

    private static final int LEAST_GAP = 64;

    private final int id;
    /** Those before {@code head} are dropped. */
    private final List<@Nullable Entry> entries = new ArrayList<>();

    private int head;
    private long next;
    private long position;
    private long bytes;

    private record Entry(RowChange<RowJson> change, long bytes, long arrival) {}

    PartitionLog(int id) {
        this.id = id;
    }

    void add(RowChange<RowJson> change, long size, long arrival) {
        entries.add(new Entry(change, size, arrival));
        bytes += size;
        passed(change);
    }

    /** A change that is not kept: nobody goes on from before it. */
    void skip(RowChange<RowJson> change) {
        entries.clear();
        head = 0;
        bytes = 0;
        passed(change);
    }

    private void passed(RowChange<RowJson> change) {
        next++;
        position = Math.max(position, change.position().offset() + 1);
    }

    /** {@return how many bytes that were} */
    long dropFirst() {
        long dropped = entry(head).bytes();
        entries.set(head++, null);
        bytes -= dropped;
        if (head > LEAST_GAP && head > entries.size() / 2) {
            entries.subList(0, head).clear();
            head = 0;
        }
        return dropped;
    }

    boolean isEmpty() {
        return head == entries.size();
    }

    long firstArrival() {
        return entry(head).arrival();
    }

    long bytes() {
        return bytes;
    }

    private long first() {
        return next - (entries.size() - head);
    }

    private Entry entry(int index) {
        Entry entry = entries.get(index);
        if (entry == null) {
            throw new IllegalStateException("entry " + index + " is dropped");
        }
        return entry;
    }

    /** All that was published lies behind; so does all below {@code readTo}, for that was read before. */
    At now(long readTo) {
        return new At(Math.max(position, readTo), id, next);
    }

    /** Why a place cannot be gone on from; empty if it can. */
    Optional<ChangePage.Cause> lost(At from) {
        if (from.log() != id || from.sequence() > next) {
            return Optional.of(ChangePage.Cause.MOVED);
        }
        return from.sequence() < first() ? Optional.of(ChangePage.Cause.TOO_OLD) : Optional.empty();
    }

    Slice from(At from, int limit, long mostBytes) {
        List<RowChange<RowJson>> changes = new ArrayList<>();
        long left = mostBytes;
        At at = from;
        int index = head + (int) (from.sequence() - first());
        while (index < entries.size() && changes.size() < limit) {
            Entry entry = entry(index++);
            left -= entry.bytes();
            if (left < 0 && !changes.isEmpty()) {
                break;
            }
            changes.add(entry.change());
            long reached = Math.max(at.position(), entry.change().position().offset() + 1);
            at = new At(reached, id, at.sequence() + 1);
        }
        return new Slice(changes, at, Optional.empty(), at.sequence() < next);
    }
}
