package io.keyfold.dashboard.totals;

import io.keyfold.UpsertTable;
import io.keyfold.change.Subscription;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Says whether the table must be read again: after a change, when its partitions come, go or become ready, and when the
 * last reading is ten seconds old. It is due from the beginning.
 *
 * <p>The table may raise it from any thread; one thread at a time asks.
 */
final class ChangeSignal implements AutoCloseable {

    private static final long OLDEST_NANOS = Duration.ofSeconds(10).toNanos();

    private final UpsertTable<?> table;
    private final AtomicBoolean raised = new AtomicBoolean(true);
    private final Subscription subscription;
    private Map<Integer, PartitionState> partitions = Map.of();
    private long lastNanos = System.nanoTime();

    private ChangeSignal(UpsertTable<?> table) {
        this.table = table;
        this.subscription = table.subscribe(change -> raised.set(true));
    }

    static ChangeSignal of(UpsertTable<?> table) {
        return new ChangeSignal(table);
    }

    /** {@return whether to read now; asked again it is not due until something happens} */
    boolean take() {
        Map<Integer, PartitionState> now = table.status().partitions().stream()
                .collect(Collectors.toMap(PartitionStatus::partition, PartitionStatus::state));
        long nanos = System.nanoTime();
        // First, or a change that comes while the table is read would be lost.
        boolean changed = raised.getAndSet(false);
        boolean due = changed || !now.equals(partitions) || nanos - lastNanos >= OLDEST_NANOS;
        if (due) {
            partitions = now;
            lastNanos = nanos;
        }
        return due;
    }

    @Override
    public void close() {
        subscription.close();
    }
}
