package io.keyfold.store;

import static java.util.Objects.requireNonNullElse;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a stream thread that died, after a pause that grows: 0.1, 0.4, 1.6, 6.4 s. A thread may die five times in a
 * row; the table stops for good when as many have died. In a row means: between them no record was folded that never
 * was before, so that a record which kills each time is not taken for progress.
 */
final class ThreadDeaths implements StreamsUncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadDeaths.class);
    private static final int MOST_A_THREAD = 5;
    private static final long FIRST_PAUSE_MS = 100;
    private static final int LONGEST_PAUSE_SHIFT = 6;

    private final String table;
    private final int threads;
    private final LongSupplier furthest;
    private final Consumer<String> onRunOver;
    private final CountDownLatch closed = new CountDownLatch(1);
    private int deaths;
    private long furthestAtLast = -1;
    private volatile @Nullable String failure;

    /**
     * No thread has died yet.
     *
     * @param table the table
     * @param threads how many read it
     * @param furthest grows whenever a record is folded that never was before
     */
    ThreadDeaths(String table, int threads, LongSupplier furthest) {
        this(table, threads, furthest, why -> {});
    }

    /**
     * No thread has died yet.
     *
     * @param table the table
     * @param threads how many read it
     * @param furthest grows whenever a record is folded that never was before
     * @param onRunOver is told why, where another run of the application can help and another thread cannot
     */
    ThreadDeaths(String table, int threads, LongSupplier furthest, Consumer<String> onRunOver) {
        this.table = table;
        this.threads = threads;
        this.furthest = furthest;
        this.onRunOver = onRunOver;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable exception) {
        Throwable root = StartCheck.rootOf(exception);
        if (exception instanceof RebuildNeededException || exception instanceof MissingSourceTopicException) {
            onRunOver.accept(requireNonNullElse(exception.getMessage(), "its topic is missing"));
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        if (root instanceof StoreRefusedException) {
            failure = "Cannot read " + table + ": " + root.getMessage();
            LOG.error("{}; the table has stopped", failure);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        int inARow = count();
        int most = MOST_A_THREAD * threads;
        String why = StartCheck.rootMessage(exception);
        if (inARow >= most) {
            failure = "Cannot read " + table + ": " + why + " (" + inARow + " times in a row)";
            LOG.error("{}; the table has stopped", failure, exception);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.warn("A thread that reads {} died: {}; it is replaced ({} of {})", table, why, inARow, most - 1, exception);
        pause((inARow - 1) / threads);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private synchronized int count() {
        long now = furthest.getAsLong();
        deaths = now == furthestAtLast ? deaths + 1 : 1;
        furthestAtLast = now;
        return deaths;
    }

    private void pause(int before) {
        try {
            boolean ended =
                    closed.await(FIRST_PAUSE_MS << Math.min(2 * before, LONGEST_PAUSE_SHIFT), TimeUnit.MILLISECONDS);
            LOG.debug("Paused, {}", ended ? "the table is closing" : "a new thread begins");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a pause. */
    void close() {
        closed.countDown();
    }

    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }
}
