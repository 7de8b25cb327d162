package io.keyfold.micronaut.rest;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Asks again, for as long as a caller would wait, while there is no answer. Safe for many threads.
 *
 * <p>Who waits holds a thread: no more than 64 wait at once, further ones are told at once what is known.
 */
@Singleton
final class Patience {

    private static final int MOST_WAITING = 64;
    private static final long BETWEEN_NANOS = Duration.ofMillis(50).toNanos();

    private final Semaphore seats = new Semaphore(MOST_WAITING);

    /**
     * {@return the first answer that is one, or the last that is none}
     *
     * @param patience how long to ask again; zero for not at all
     * @param question asks
     * @param isAnswer whether what came is an answer
     */
    <T> T ask(Duration patience, Supplier<T> question, Predicate<? super T> isAnswer) {
        T answer = question.get();
        if (patience.isZero() || isAnswer.test(answer) || !seats.tryAcquire()) {
            return answer;
        }
        try {
            long deadline = System.nanoTime() + patience.toNanos();
            long left = patience.toNanos();
            while (left > 0 && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(Math.min(left, BETWEEN_NANOS));
                answer = question.get();
                if (isAnswer.test(answer)) {
                    return answer;
                }
                left = deadline - System.nanoTime();
            }
            return answer;
        } finally {
            seats.release();
        }
    }
}
