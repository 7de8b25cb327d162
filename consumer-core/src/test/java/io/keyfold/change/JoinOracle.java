package io.keyfold.change;

import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What joining DELETE and INSERT must tell, by looking at all that was ever taken: nothing but a list, and which DELETEs were
 * let go.
 */
final class JoinOracle {

    private final long withinNanos;
    private final int bound;
    private final List<Taken> all = new ArrayList<>();

    JoinOracle(long withinNanos, int bound) {
        this.withinNanos = withinNanos;
        this.bound = bound;
    }

    static int partition(TableEvent<RowJson> event) {
        if (event instanceof TableEvent.Changed<RowJson> changed) {
            return changed.change().position().partition();
        }
        return event instanceof TableEvent.SnapshotComplete<RowJson> complete
                ? complete.partition()
                : ((TableEvent.PartitionLost<RowJson>) event).partition();
    }

    void take(TableEvent<RowJson> event, long nanos) {
        if (!(event instanceof TableEvent.Changed<RowJson>)) {
            held().stream()
                    .filter(taken -> partition(taken.event) == partition(event))
                    .forEach(taken -> taken.isLetGo = true);
        }
        all.add(new Taken(event, nanos));
        while (waiting() >= bound && !held().isEmpty()) {
            held().get(0).isLetGo = true;
        }
    }

    void due(long nanos) {
        held().stream().filter(taken -> nanos - taken.nanos >= withinNanos).forEach(taken -> taken.isLetGo = true);
    }

    void flush() {
        held().forEach(taken -> taken.isLetGo = true);
    }

    /** What must have been told of a partition until now. */
    List<TableEvent<RowJson>> told(int partition) {
        List<TableEvent<RowJson>> told = new ArrayList<>();
        for (Taken taken : of(partition)) {
            if (isHeld(taken)) {
                break;
            }
            outcome(taken).ifPresent(told::add);
        }
        return told;
    }

    int waiting() {
        int waiting = 0;
        for (int partition : all.stream()
                .mapToInt(taken -> partition(taken.event))
                .distinct()
                .toArray()) {
            boolean isBehind = false;
            for (Taken taken : of(partition)) {
                isBehind |= isHeld(taken);
                waiting += isBehind && outcome(taken).isPresent() ? 1 : 0;
            }
        }
        return waiting;
    }

    int joined() {
        return (int) all.stream()
                .filter(taken -> isKind(taken, RowKind.DELETE)
                        && !taken.isLetGo
                        && next(taken).isPresent())
                .count();
    }

    private List<Taken> held() {
        return all.stream().filter(this::isHeld).toList();
    }

    private List<Taken> of(int partition) {
        return all.stream().filter(taken -> partition(taken.event) == partition).toList();
    }

    private boolean isHeld(Taken taken) {
        return isKind(taken, RowKind.DELETE) && !taken.isLetGo && next(taken).isEmpty();
    }

    /** What becomes of an event that is not held: itself, an UPDATE, or nothing. */
    private Optional<TableEvent<RowJson>> outcome(Taken taken) {
        if (isKind(taken, RowKind.DELETE)) {
            return taken.isLetGo || next(taken).isEmpty() ? Optional.of(taken.event) : Optional.empty();
        }
        Optional<Taken> deleted = previous(taken).filter(other -> isKind(other, RowKind.DELETE) && !other.isLetGo);
        if (deleted.isEmpty()) {
            return Optional.of(taken.event);
        }
        RowChange<RowJson> insert = change(taken).orElseThrow();
        Row<RowJson> before = change(deleted.get()).orElseThrow().before().orElseThrow();
        Row<RowJson> after = insert.after().orElseThrow();
        return before.value().text().equals(after.value().text())
                ? Optional.empty()
                : Optional.of(new TableEvent.Changed<>(new RowChange<>(
                        RowKind.UPDATE, insert.key(), Optional.of(before), Optional.of(after), insert.position())));
    }

    private Optional<Taken> next(Taken taken) {
        return all.subList(all.indexOf(taken) + 1, all.size()).stream()
                .filter(other -> isSameRow(taken, other))
                .findFirst();
    }

    private Optional<Taken> previous(Taken taken) {
        List<Taken> before = all.subList(0, all.indexOf(taken));
        return before.stream().filter(other -> isSameRow(taken, other)).reduce((first, second) -> second);
    }

    private static boolean isSameRow(Taken one, Taken other) {
        return partition(one.event) == partition(other.event)
                && change(one).isPresent()
                && change(one).map(RowChange::key).equals(change(other).map(RowChange::key));
    }

    private static boolean isKind(Taken taken, RowKind kind) {
        return change(taken).filter(change -> change.kind() == kind).isPresent();
    }

    private static Optional<RowChange<RowJson>> change(Taken taken) {
        return taken.event instanceof TableEvent.Changed<RowJson> changed
                ? Optional.of(changed.change())
                : Optional.empty();
    }

    private static final class Taken {

        private final TableEvent<RowJson> event;
        private final long nanos;
        private boolean isLetGo;

        Taken(TableEvent<RowJson> event, long nanos) {
            this.event = event;
            this.nanos = nanos;
        }
    }
}
