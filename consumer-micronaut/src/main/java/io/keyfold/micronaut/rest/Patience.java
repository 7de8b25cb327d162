package io.keyfold.micronaut.rest;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Asks again, for as long as a caller would wait, while there is no answer. Safe for many threads.
 *
 * <p>Between two questions is a pause as long as the last one took, or longer: from 50 ms it doubles up to 1 s. So a question that
 * costs much, a count of all rows, is not asked all the time.
 *
 * <p>Who waits holds a thread: no more than 64 wait at once, further ones are told at once what is known.
 */
@Singleton
final class Patience {

    private static final int MOST_WAITING = 64;
    private static final long SHORTEST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Semaphore seats = new Semaphore(MOST_WAITING);
    private final LongSupplier nanoTime;
    private final LongConsumer pause;

    @Inject
    Patience() {
        this(System::nanoTime, LockSupport::parkNanos);
    }

    Patience(LongSupplier nanoTime, LongConsumer pause) {
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /**
     * {@return the first answer that is one, or the last that is none}
     *
     * @param patience how long to ask again; zero for not at all
     * @param question asks
     * @param isAnswer whether what came is an answer
     */
    <T> T ask(Duration patience, Supplier<T> question, Predicate<? super T> isAnswer) {
        long asked = nanoTime.getAsLong();
        T answer = question.get();
        if (patience.isZero() || isAnswer.test(answer) || !seats.tryAcquire()) {
            return answer;
        }
        try {
            long now = nanoTime.getAsLong();
            long deadline = now + patience.toNanos();
            long shortest = SHORTEST_PAUSE_NANOS;
            while (deadline - now > 0 && !Thread.currentThread().isInterrupted()) {
                pause.accept(Math.min(deadline - now, Math.max(shortest, now - asked)));
                shortest = Math.min(2 * shortest, LONGEST_PAUSE_NANOS);
                asked = nanoTime.getAsLong();
                answer = question.get();
                if (isAnswer.test(answer)) {
                    return answer;
                }
                now = nanoTime.getAsLong();
            }
            return answer;
        } finally {
            seats.release();
        }
    }
}
