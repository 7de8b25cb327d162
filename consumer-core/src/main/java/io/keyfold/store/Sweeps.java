package io.keyfold.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Hands rows that look gone from an audit to the thread that writes their local copy, one batch at a time. There they are looked
 * at again: only the writer knows what a row is now.
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

    private @Nullable Batch waiting;
    private boolean closed;

    /** From an audit. What comes of it fails with a CancellationException when the copy is closed. */
    synchronized CompletableFuture<Integer> hand(List<byte[]> keys, long goal, Gone gone) {
        CompletableFuture<Integer> done = new CompletableFuture<>();
        if (closed) {
            done.completeExceptionally(new CancellationException("the copy is closed"));
            return done;
        }
        Batch before = waiting;
        if (before != null) {
            before.done.cancel(false);
        }
        waiting = new Batch(List.copyOf(keys), goal, gone, done);
        return done;
    }

    /** For the writer: a batch whose time has come; it must be completed. */
    synchronized Optional<Batch> take(LongPredicate hasPassed) {
        Batch next = waiting;
        if (next == null || !hasPassed.test(next.goal)) {
            return Optional.empty();
        }
        waiting = null;
        return Optional.of(next);
    }

    synchronized void close() {
        closed = true;
        Batch left = waiting;
        waiting = null;
        if (left != null) {
            left.done.cancel(false);
        }
    }
}
