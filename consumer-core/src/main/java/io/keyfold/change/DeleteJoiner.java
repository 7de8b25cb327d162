package io.keyfold.change;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/**
 * Makes one UPDATE of a record's DELETE and the INSERT of the same key and partition that follows it in time; of equal
 * JSON, nothing. An event that is taken is held back, behind one that is held back, or ready.
 *
 * <pre>
 * taken        D(a)  I(b)  U(c)  I(a)
 * partition    [D(a) held] I(b) U(c)             behind the DELETE all of its partition waits
 * ready                    I(b) U(c) U(a)        joined: what lay between, then the UPDATE in the INSERT's place
 *         or   D(a)  I(b)  U(c)  I(a)            the time was over before the INSERT came
 * </pre>
 *
 * <p>So the events of a partition keep their order, and nothing is lost or told twice. Time is what its caller says. Of one
 * thread.
 */
final class DeleteJoiner {

    private final long withinNanos;
    private final int bound;
    private final Deque<TableEvent<RowJson>> ready = new ArrayDeque<>();
    /** By partition, in their order; each line begins with a DELETE that is held back. */
    private final Map<Integer, LinkedHashSet<Waiting>> lines = new HashMap<>();
    /** The DELETEs that are held back, as they came. All are held for the same time, so the first is the first to be due. */
    private final Map<Place, Waiting> held = new LinkedHashMap<>();

    private int waiting;

    /**
     * A joiner that has nothing.
     *
     * @param within how long a DELETE is held back
     * @param bound with so many events in lines, DELETEs are let go, the oldest first
     */
    DeleteJoiner(Duration within, int bound) {
        this.withinNanos = within.toNanos();
        this.bound = bound;
    }

    void take(TableEvent<RowJson> event, long nanos) {
        if (event instanceof TableEvent.Changed<RowJson> changed) {
            take(changed, nanos);
        } else if (event instanceof TableEvent.SnapshotComplete<RowJson> complete) {
            flush(complete.partition());
            ready.add(event);
        } else if (event instanceof TableEvent.PartitionLost<RowJson> lost) {
            flush(lost.partition());
            ready.add(event);
        }
        while (waiting >= bound && !held.isEmpty()) {
            releaseOldest();
        }
    }

    private void take(TableEvent.Changed<RowJson> event, long nanos) {
        RowChange<RowJson> change = event.change();
        int partition = change.position().partition();
        if (!isHeldBack(change) && !lines.containsKey(partition)) {
            ready.add(event);
            return;
        }
        Place place = new Place(partition, change.key());
        Waiting deleted = held.remove(place);
        if (deleted != null && change.kind() == RowKind.INSERT) {
            drop(deleted);
            joined(deleted, change).ifPresent(update -> wait(new Waiting(update, place)));
        } else {
            if (deleted != null) { // told again after a failure: nothing to join
                deleted.isHeld = false;
            }
            Waiting last = new Waiting(event, place);
            wait(last);
            if (isHeldBack(change)) {
                last.isHeld = true;
                last.dueNanos = nanos + withinNanos;
                held.put(place, last);
            }
        }
        settle(partition);
    }

    /** A DELETE that no record did is no half of an update. */
    private static boolean isHeldBack(RowChange<RowJson> change) {
        return change.kind() == RowKind.DELETE && change.cause() == Cause.RECORD;
    }

    private static Optional<TableEvent.Changed<RowJson>> joined(Waiting deleted, RowChange<RowJson> insert) {
        Optional<Row<RowJson>> before = deleted.event.change().before();
        if (before.map(Row::value).equals(insert.after().map(Row::value))) {
            return Optional.empty();
        }
        return Optional.of(new TableEvent.Changed<>(
                new RowChange<>(RowKind.UPDATE, insert.key(), before, insert.after(), insert.position())));
    }

    /** Lets go of the DELETEs whose time is over. */
    void due(long nanos) {
        while (nanosUntilDue(nanos) <= 0) {
            releaseOldest();
        }
    }

    /** How long until {@link #due} does something; the longest time there is if nothing is held back. */
    long nanosUntilDue(long nanos) {
        return held.isEmpty() ? Long.MAX_VALUE : held.values().iterator().next().dueNanos - nanos;
    }

    /** Makes all of a partition ready. */
    void flush(int partition) {
        LinkedHashSet<Waiting> line = lines.get(partition);
        if (line != null) {
            line.stream().filter(event -> event.isHeld).forEach(event -> {
                event.isHeld = false;
                held.remove(event.place);
            });
            settle(partition);
        }
    }

    /** Makes all ready. */
    void flush() {
        while (!held.isEmpty()) {
            flush(held.keySet().iterator().next().partition);
        }
    }

    private void releaseOldest() {
        Iterator<Waiting> oldest = held.values().iterator();
        Waiting delete = oldest.next();
        oldest.remove();
        delete.isHeld = false;
        settle(delete.place.partition);
    }

    private void wait(Waiting event) {
        lines.computeIfAbsent(event.place.partition, p -> new LinkedHashSet<>()).add(event);
        waiting++;
    }

    private void drop(Waiting event) {
        requireNonNull(lines.get(event.place.partition)).remove(event);
        waiting--;
    }

    /** What is no longer behind a DELETE that is held back is ready. */
    private void settle(int partition) {
        Iterator<Waiting> line = requireNonNull(lines.get(partition)).iterator();
        while (line.hasNext()) {
            Waiting first = line.next();
            if (first.isHeld) {
                return;
            }
            line.remove();
            waiting--;
            ready.add(first.event);
        }
        lines.remove(partition);
    }

    /** {@return the next event to tell, taken out; empty if none is ready} */
    Optional<TableEvent<RowJson>> next() {
        return Optional.ofNullable(ready.poll());
    }

    int ready() {
        return ready.size();
    }

    /** Those that are held back, and all that wait behind them. */
    int waiting() {
        return waiting;
    }

    /** All that were taken, joined ones once, and not given out. */
    int size() {
        return ready.size() + waiting;
    }

    private record Place(int partition, RowKey key) {}

    /** An event in a line; each is itself alone, whatever it says. */
    private static final class Waiting {

        private final TableEvent.Changed<RowJson> event;
        private final Place place;
        private boolean isHeld;
        private long dueNanos;

        Waiting(TableEvent.Changed<RowJson> event, Place place) {
            this.event = event;
            this.place = place;
        }
    }
}
