package io.keyfold.store;

import io.keyfold.metrics.BuildProgress;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.StoreIoException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds indexes and totals beside the traffic, a few partitions at a time, on threads of its own. A build ends with its
 * copy: the copy's next opening begins another. Any thread may call it.
 */
final class ProjectionBuilds implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionBuilds.class);

    /** As many as a small machine has cores: it must leave the readers something. */
    private static final int THREADS = 2;

    /** So few that a change of a row waits a millisecond or two for its turn. */
    private static final int ROWS_A_TURN = 512;

    private static final long TOLD_EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_SECONDS = 5;

    private final ExecutorService threads;

    ProjectionBuilds() {
        AtomicInteger count = new AtomicInteger();
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "keyfold-build-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Builds what a copy lacks; returns at once. */
    void begin(String table, int partition, LocalCopy copy) {
        if (copy.beginBuild()) {
            try {
                threads.execute(() -> build(table + "-" + partition, copy));
            } catch (RejectedExecutionException e) {
                LOG.debug("Nothing is built over {}-{} any more: it is being closed", table, partition, e);
            }
        }
    }

    private static void build(String label, LocalCopy copy) {
        try {
            List<String> what = copy.builds().stream().map(BuildProgress::what).toList();
            LOG.info("Building {} of {}", what, label);
            if (buildAll(label, copy)) {
                LOG.info("Built {} of {}", what, label);
            }
        } catch (CorruptStoreException e) {
            LOG.warn("Cannot build over the local copy of {}: it is corrupt, and is made anew", label, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | OutOfMemoryError e) {
            if (copy.isClosed()) {
                LOG.debug("Building over {} has ended: its copy was closed", label, e);
            } else {
                LOG.error("Cannot build over {}; what is not built cannot be asked until it is opened again", label, e);
                copy.buildFailed(String.valueOf(e.getMessage()));
            }
        }
    }

    /** {@return true when it is through} */
    private static boolean buildAll(String label, LocalCopy copy) throws InterruptedException {
        long told = System.nanoTime();
        boolean failed = false;
        while (true) {
            try {
                if (!copy.buildNext(ROWS_A_TURN)) {
                    return true;
                }
                failed = false;
            } catch (StoreIoException e) {
                if (!failed) {
                    LOG.warn("Cannot build over {} for now; trying again every {} s", label, RETRY_SECONDS, e);
                }
                failed = true;
                TimeUnit.SECONDS.sleep(RETRY_SECONDS);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while building over " + label);
            }
            if (System.nanoTime() - told > TOLD_EVERY_NANOS) {
                told = System.nanoTime();
                LOG.info("Building over {}: {}", label, copy.builds());
            }
        }
    }

    /** Ends what is being built. Any number of times. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
