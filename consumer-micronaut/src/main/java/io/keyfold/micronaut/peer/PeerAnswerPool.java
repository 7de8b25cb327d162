package io.keyfold.micronaut.peer;

import io.micronaut.core.propagation.PropagatedContext;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The threads that answer other instances, and nothing else: they never wait for another instance, so that all may ask all at once,
 * with one thread each.
 *
 * <p>Bounded: what does not fit is rejected at once, and what has waited so long that its asker has given up is not answered any more.
 */
final class PeerAnswerPool implements AutoCloseable {

    private static final int WAITING = 1_024;
    private static final long IDLE_SECONDS = 30;

    private final PeerAnswers answers;
    private final long patienceNanos;
    private final LongSupplier nanoTime;
    private final ThreadPoolExecutor threads;

    PeerAnswerPool(PeerAnswers answers, int threads, Duration patience, LongSupplier nanoTime) {
        this.answers = answers;
        this.patienceNanos = patience.toNanos();
        this.nanoTime = nanoTime;
        this.threads = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                new PeerThreads("keyfold-peer-answers"));
        this.threads.allowCoreThreadTimeOut(true);
    }

    /**
     * {@return the reply; it fails as {@link PeerAnswers#answer} does, or with a {@link RejectedExecutionException} if there is no room}
     *
     * @param question the question
     */
    CompletableFuture<byte[]> answer(byte[] question) {
        CompletableFuture<byte[]> reply = new CompletableFuture<>();
        long cameNanos = nanoTime.getAsLong();
        try {
            threads.execute(PropagatedContext.wrapCurrent(() -> answer(question, cameNanos, reply)));
        } catch (RejectedExecutionException e) {
            reply.completeExceptionally(e);
        }
        return reply;
    }

    private void answer(byte[] question, long cameNanos, CompletableFuture<byte[]> reply) {
        try {
            if (nanoTime.getAsLong() - cameNanos > patienceNanos) {
                throw new RejectedExecutionException("nobody waits for the answer any more");
            }
            reply.complete(answers.answer(question));
        } catch (RuntimeException e) {
            reply.completeExceptionally(e);
        }
    }

    /** Answers no more; what is being answered comes to its end. */
    @Override
    public void close() {
        threads.shutdown();
        threads.getQueue().clear();
    }
}
