package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A table whose changes are joined, with a clock that the test moves. */
final class JoinedTable {

    static final int WITHIN = 100;
    static final int BOUND = 5;

    final FakeTable table = new FakeTable();
    final DeleteJoiner joiner = new DeleteJoiner(Duration.ofNanos(WITHIN), BOUND);
    final List<RowChange<RowJson>> changes = new ArrayList<>();
    private long now = Long.MAX_VALUE - WITHIN / 2; // a clock of nanoseconds may begin anywhere, and overflow

    JoinedTable() {
        table.publishTo(change -> {
            changes.add(change);
            take(new TableEvent.Changed<>(change));
        });
    }

    void take(TableEvent<RowJson> event) {
        joiner.take(event, now);
    }

    /** All that is ready by now, taken out. */
    List<TableEvent<RowJson>> ready() {
        List<TableEvent<RowJson>> ready = new ArrayList<>();
        for (Optional<TableEvent<RowJson>> next = joiner.next(); next.isPresent(); next = joiner.next()) {
            ready.add(next.get());
        }
        return ready;
    }

    List<String> told() {
        return ready().stream().map(SeenEvents::text).toList();
    }

    void passes(long nanos) {
        now += nanos;
        joiner.due(now);
    }

    long nanosUntilDue() {
        return joiner.nanosUntilDue(now);
    }

    /** The DELETEs of a and b, in two partitions, and an INSERT behind the first. */
    void holdTwo() {
        table.put(0, "a", "1");
        table.put(1, "b", "1");
        table.delete(0, "a");
        table.delete(1, "b");
        table.put(0, "c", "1");
        assertThat(told()).containsExactly("INSERT a >1", "INSERT b >1");
    }
}
