package io.keyfold.store;

import io.keyfold.metrics.RestoreProgress;
import java.time.Duration;
import java.util.Optional;

/** How far the restore of one partition is. For one thread at a time; its owner sees to that. */
final class RestoreTracker {

    private boolean running;
    private long from;
    private long to;
    private long next;
    private long records;
    private long startedNanos;
    private long movedNanos;
    private long all;

    void begin(long newFrom, long newTo) {
        running = true;
        from = newFrom;
        to = newTo;
        next = newFrom;
        records = 0;
        startedNanos = System.nanoTime();
        movedNanos = startedNanos;
    }

    void restored(long newRecords, long lastOffset) {
        records += newRecords;
        all += newRecords;
        next = lastOffset + 1;
        movedNanos = System.nanoTime();
    }

    void end() {
        running = false;
    }

    boolean isRunning() {
        return running;
    }

    /** Whether there was anything to read. */
    boolean hasRange() {
        return from < to;
    }

    /** Records of this restore. */
    long records() {
        return records;
    }

    /** Records of all restores. */
    long all() {
        return all;
    }

    Optional<RestoreProgress> progress() {
        long now = System.nanoTime();
        return running
                ? Optional.of(new RestoreProgress(
                        from,
                        to,
                        next,
                        records,
                        Duration.ofNanos(now - startedNanos),
                        Duration.ofNanos(now - movedNanos)))
                : Optional.empty();
    }
}
