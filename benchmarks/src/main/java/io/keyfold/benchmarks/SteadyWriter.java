package io.keyfold.benchmarks;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Writes 2,000 updates a second, a transaction every 100 ms, on a thread of its own, until it is closed. */
final class SteadyWriter implements AutoCloseable {

    static final int RECORDS_A_SECOND = 2_000;

    private static final int RECORDS_A_TRANSACTION = 200;
    private static final long BETWEEN_NANOS =
            Duration.ofSeconds(1).toNanos() * RECORDS_A_TRANSACTION / RECORDS_A_SECOND;

    private final TopicWriter writer;
    private final long first;
    private final Thread thread = new Thread(this::run, "steady-writer");
    private volatile long begun;
    private volatile long committed;
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    private SteadyWriter(TopicWriter writer, long first) {
        this.writer = writer;
        this.first = first;
        this.begun = first;
        this.committed = first;
    }

    /** Begins with this record. Nobody else may use the writer until this is closed. */
    static SteadyWriter start(TopicWriter writer, long first) {
        SteadyWriter steady = new SteadyWriter(writer, first);
        steady.thread.start();
        return steady;
    }

    private void run() {
        long next = System.nanoTime();
        try {
            while (!closed) {
                begun = committed + RECORDS_A_TRANSACTION;
                writer.updateQuietly(committed, begun);
                committed = begun;
                next += BETWEEN_NANOS;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** {@return the record behind the last that may have been written} */
    long begun() {
        return begun;
    }

    /** {@return how many records readers of committed records can see} */
    long written() {
        requireWriting();
        return committed - first;
    }

    private void requireWriting() {
        Optional.ofNullable(failure).ifPresent(cause -> {
            throw new IllegalStateException("Cannot write: " + cause.getMessage(), cause);
        });
    }

    /** {@return the record behind the last, when that is committed} */
    long stop() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        }
        return committed;
    }

    @Override
    public void close() {
        stop();
    }
}
