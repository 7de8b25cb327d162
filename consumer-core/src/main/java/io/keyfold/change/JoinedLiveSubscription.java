package io.keyfold.change;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.List;
import java.util.function.Consumer;

/**
 * Every change from now on, of whatever partition, with DELETE and INSERT joined. It hears of lost partitions, to end what is
 * held back; its listener does not.
 */
final class JoinedLiveSubscription extends QueuedSubscription<TableEvent<RowJson>> {

    JoinedLiveSubscription(
            String table,
            Consumer<? super RowChange<RowJson>> listener,
            Consumer<? super QueuedSubscription<TableEvent<RowJson>>> onEnd,
            EventQueue<TableEvent<RowJson>> queue) {
        super(table, event -> tell(event, listener), onEnd, queue);
    }

    private static void tell(TableEvent<RowJson> event, Consumer<? super RowChange<RowJson>> listener) {
        if (event instanceof TableEvent.Changed<RowJson> changed) {
            listener.accept(changed.change());
        }
    }

    @Override
    void publish(RowChange<RowJson> change) {
        offer(new TableEvent.Changed<>(change));
    }

    @Override
    void lost(int partition) {
        append(List.of(new TableEvent.PartitionLost<>(partition)));
    }
}
