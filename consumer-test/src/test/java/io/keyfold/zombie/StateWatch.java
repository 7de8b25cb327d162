package io.keyfold.zombie;

import io.keyfold.TestThreads;
import io.keyfold.UpsertTable;
import io.keyfold.health.PartitionState;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Looks all the time, on a thread of its own, at what one instance does with its partitions. */
final class StateWatch implements AutoCloseable {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);

    private final UpsertTable<?> table;
    private final Map<Integer, Set<PartitionState>> seen = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::watch, "state-watch");
    private volatile boolean closed;

    private StateWatch(UpsertTable<?> table) {
        this.table = table;
    }

    static StateWatch begin(UpsertTable<?> table) {
        StateWatch watch = new StateWatch(table);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        while (!closed) {
            table.status()
                    .partitions()
                    .forEach(status -> seen.computeIfAbsent(status.partition(), added -> ConcurrentHashMap.newKeySet())
                            .add(status.state()));
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    /** All that it was seen to do with that partition; nothing of one that it never had. */
    Set<PartitionState> seen(int partition) {
        return Set.copyOf(seen.getOrDefault(partition, Set.of()));
    }

    @Override
    public void close() {
        closed = true;
        TestThreads.join(thread);
    }
}
