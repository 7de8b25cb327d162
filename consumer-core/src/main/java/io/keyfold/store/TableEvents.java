package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Who is told what happens to a table, on the thread that reads its partition, in order.
 *
 * @param changes is given every change
 * @param gained is told a partition whose rows are here now, before its first change
 * @param lost is told a partition whose rows are here no longer, after its last change
 */
public record TableEvents(Consumer<RowChange<RowJson>> changes, IntConsumer gained, IntConsumer lost) {

    /** Refuses a missing one. */
    public TableEvents {
        requireNonNull(changes, "changes");
        requireNonNull(gained, "gained");
        requireNonNull(lost, "lost");
    }

    /**
     * {@return events of which only the changes are looked at}
     *
     * @param changes is given every change
     */
    public static TableEvents ofChanges(Consumer<RowChange<RowJson>> changes) {
        return new TableEvents(changes, partition -> {}, partition -> {});
    }
}
