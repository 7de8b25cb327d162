package io.keyfold.change;

import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.function.Consumer;

/** Every change from now on, of whatever partition. */
final class LiveSubscription extends QueuedSubscription<RowChange<RowJson>> {

    LiveSubscription(
            String table,
            Consumer<? super RowChange<RowJson>> listener,
            Consumer<? super QueuedSubscription<RowChange<RowJson>>> onEnd) {
        super(table, listener, onEnd, new EventQueue<>(CAPACITY));
    }

    @Override
    void publish(RowChange<RowJson> change) {
        offer(change);
    }
}
