package io.keyfold.store;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a stream thread that died, after a pause that grows: 0.1, 0.4, 1.6, 6.4 s. The fifth death with less than a
 * minute between each and the one before stops the table for good.
 */
final class ThreadDeaths implements StreamsUncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadDeaths.class);
    private static final int MOST = 5;
    private static final long FIRST_PAUSE_MS = 100;
    private static final Duration IN_A_ROW = Duration.ofMinutes(1);

    private final String table;
    private final CountDownLatch closed = new CountDownLatch(1);
    private int deaths;
    private long lastNanos;
    private volatile @Nullable String failure;

    ThreadDeaths(String table) {
        this.table = table;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable exception) {
        int inARow = count();
        String why = StartCheck.rootMessage(exception);
        if (inARow >= MOST) {
            failure = "Cannot read " + table + ": " + why + " (" + inARow + " times in a row)";
            LOG.error("{}; the table has stopped", failure, exception);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.warn("A thread that reads {} died: {}; it is replaced ({} of {})", table, why, inARow, MOST - 1, exception);
        pause(inARow);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private synchronized int count() {
        long now = System.nanoTime();
        deaths = now - lastNanos < IN_A_ROW.toNanos() ? deaths + 1 : 1;
        lastNanos = now;
        return deaths;
    }

    private void pause(int inARow) {
        try {
            boolean ended = closed.await(FIRST_PAUSE_MS << (2 * (inARow - 1)), TimeUnit.MILLISECONDS);
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
