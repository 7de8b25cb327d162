package io.keyfold.store;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that this process has stood still, stopped or starved, for so long that the group may have given its partitions to
 * others, whose rows are newer by now. Until it has caught up once more it answers nothing, also in the moment before it has
 * noticed.
 *
 * <p>A member that sends no heartbeat loses its partitions after ten seconds, and sends one each three, unless the settings say
 * otherwise.
 */
final class PauseWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PauseWatch.class);
    private static final long PERIOD_MS = 200;

    private final String consumer;
    private final long longestNanos;
    private final Runnable stoodStill;
    private final LongSupplier nanos;
    /** When it last looked; null before the first time. */
    private volatile @Nullable Long lastNanos;

    private @Nullable ScheduledExecutorService scheduler;

    /**
     * A watch that does not look yet.
     *
     * @param consumer its name
     * @param longest for how long it may stand still
     * @param stoodStill makes all that is read here catch up once more
     * @param nanos a clock that goes on meanwhile
     */
    PauseWatch(String consumer, Duration longest, Runnable stoodStill, LongSupplier nanos) {
        this.consumer = consumer;
        this.longestNanos = longest.toNanos();
        this.stoodStill = stoodStill;
        this.nanos = nanos;
    }

    synchronized void start() {
        ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "keyfold-pauses-" + consumer);
            thread.setDaemon(true);
            return thread;
        });
        scheduler = made;
        Future<?> forever = made.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
        LOG.debug("{} watches its pauses: {}", consumer, forever);
    }

    /** Whether it has looked lately, if it looks at all; if not, what is here may be older than what others have. */
    boolean isAwake() {
        Long last = lastNanos;
        return last == null || nanos.getAsLong() - last < longestNanos;
    }

    void look() {
        Long last = lastNanos;
        if (last != null && nanos.getAsLong() - last >= longestNanos) {
            LOG.warn(
                    "{} has stood still for {} ms: others may have its partitions; it catches up before it answers",
                    consumer,
                    TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - last));
            stoodStill.run();
        }
        lastNanos = nanos.getAsLong();
    }

    @Override
    public synchronized void close() {
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
    }
}
