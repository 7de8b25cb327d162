package io.keyfold.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;

/**
 * Hands rows that look gone from an audit to the thread that writes their local copy, in batches. There they are looked at
 * again: only the writer knows what a row is now. Batches of several audits wait beside each other.
 */
final class Sweeps {

    /**
     * Rows to look at again.
     *
     * @param keys their storage keys
     * @param goal the offset to which the topic must be in the rows before that means anything, exclusive
     * @param gone tells whether one is
     * @param done how many were deleted
     */
    record Batch(List<byte[]> keys, long goal, Gone gone, CompletableFuture<Integer> done) {}

    private final List<Batch> waiting = new ArrayList<>();
    private boolean closed;

    /** From an audit. What comes of it fails with a CancellationException when it is withdrawn, or the copy is closed. */
    synchronized CompletableFuture<Integer> hand(List<byte[]> keys, long goal, Gone gone) {
        CompletableFuture<Integer> done = new CompletableFuture<>();
        if (closed) {
            done.completeExceptionally(new CancellationException("the copy is closed"));
            return done;
        }
        waiting.add(new Batch(List.copyOf(keys), goal, gone, done));
        return done;
    }

    /** For the writer: the first batch whose time has come; it must be completed. */
    synchronized Optional<Batch> take(LongPredicate hasPassed) {
        Optional<Batch> next =
                waiting.stream().filter(batch -> hasPassed.test(batch.goal)).findFirst();
        next.ifPresent(waiting::remove);
        return next;
    }

    /** That batch, if it still waits. */
    synchronized void withdraw(CompletableFuture<Integer> done) {
        if (waiting.removeIf(batch -> batch.done == done)) {
            done.cancel(false);
        }
    }

    /** All that waits: the copy gets another writer, which would not let the rows go as this one. */
    synchronized void withdraw() {
        waiting.forEach(batch -> batch.done.cancel(false));
        waiting.clear();
    }

    synchronized void close() {
        closed = true;
        withdraw();
    }
}
