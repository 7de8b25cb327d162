package io.keyfold.crash;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lets the traffic go so far and no further, and waits for it. Safe for several threads. */
final class TrafficGate {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private long allowed;
    private long acknowledged;
    private boolean finishing;
    private boolean idle = true;
    private boolean closed;
    private @Nullable Throwable failure;

    /** For the traffic: waits until it may begin a transaction; false when it is to end. */
    synchronized boolean awaitTransaction() {
        idle = true;
        notifyAll();
        while (!closed && (finishing || acknowledged >= allowed)) {
            waitFor(PATIENCE.toMillis());
        }
        idle = false;
        return !closed;
    }

    /** For the traffic: waits, perhaps with its transaction open, until it may write a record. */
    synchronized void awaitRecord() {
        while (!closed && !finishing && acknowledged >= allowed) {
            waitFor(PATIENCE.toMillis());
        }
    }

    /** For the traffic: the broker has a record. */
    synchronized void acknowledged() {
        acknowledged++;
        notifyAll();
    }

    synchronized void failed(Throwable cause) {
        failure = cause;
        notifyAll();
    }

    synchronized long count() {
        return acknowledged;
    }

    /** Lets that many more records be written. */
    synchronized void allow(long records) {
        finishing = false;
        allowed = acknowledged + records;
        notifyAll();
    }

    /** Waits until all that is allowed has been written. */
    synchronized void awaitWritten() {
        await(() -> acknowledged >= allowed);
    }

    /** Waits until no transaction is open, and lets none begin. */
    synchronized void finish() {
        finishing = true;
        allowed = acknowledged;
        notifyAll();
        await(() -> idle);
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    private synchronized void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            long leftMs = (deadline - System.nanoTime()) / 1_000_000;
            if (failure != null || leftMs <= 0) {
                throw new IllegalStateException("The traffic does not go on", failure);
            }
            waitFor(leftMs);
        }
    }

    @SuppressWarnings("WaitNotInLoop") // its callers loop
    private synchronized void waitFor(long ms) {
        try {
            wait(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
