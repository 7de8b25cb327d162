package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a listener has been told, as text: {@code UPDATE key before>after}, {@code complete 0}, {@code lost 0}. */
final class SeenEvents {

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    void add(TableEvent<RowJson> event) {
        seen.add(text(event));
    }

    /** Waits for so many more, and takes them out. */
    List<String> next(int count) throws InterruptedException {
        List<String> next = new ArrayList<>();
        while (next.size() < count) {
            String event = seen.poll(10, TimeUnit.SECONDS);
            assertThat(event)
                    .as("event %d of %d, after %s", next.size() + 1, count, next)
                    .isNotNull();
            next.add(event);
        }
        return next;
    }

    List<String> rest() {
        return List.copyOf(seen);
    }

    static String text(TableEvent<RowJson> event) {
        if (event instanceof TableEvent.Changed<RowJson> changed) {
            RowChange<RowJson> change = changed.change();
            return change.kind() + " " + change.key().values().get(0) + " " + text(change.before()) + ">"
                    + text(change.after());
        }
        return event instanceof TableEvent.SnapshotComplete<RowJson> complete
                ? "complete " + complete.partition()
                : "lost " + ((TableEvent.PartitionLost<RowJson>) event).partition();
    }

    private static String text(Optional<Row<RowJson>> row) {
        return row.map(r -> r.value().text()).orElse("");
    }
}
