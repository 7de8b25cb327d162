package io.keyfold.micronaut.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PeerAnswerPoolTest {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int WAITING = 1_024;

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    @AfterEach
    void release() {
        goOn.countDown();
    }

    private byte[] slowly(byte[] question) {
        begun.incrementAndGet();
        try {
            goOn.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return question;
    }

    @Test
    void answer_moreThanWait_isRejectedAtOnce() {
        try (PeerAnswerPool pool = new PeerAnswerPool(this::slowly, 1, PATIENCE, nanos::get)) {
            List<CompletableFuture<byte[]>> taken = new ArrayList<>();
            for (int i = 0; i < 1 + WAITING; i++) {
                taken.add(pool.answer(new byte[1]));
                if (i == 0) {
                    await().until(() -> begun.get() == 1);
                }
            }

            assertThat(pool.answer(new byte[1]))
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withCauseInstanceOf(RejectedExecutionException.class);
            goOn.countDown();
            assertThat(taken).allSatisfy(reply -> assertThat(reply.join()).hasSize(1));
        }
    }

    @Test
    void answer_thatNobodyWaitsForAnyMore_isNotMade() {
        try (PeerAnswerPool pool = new PeerAnswerPool(this::slowly, 1, PATIENCE, nanos::get)) {
            CompletableFuture<byte[]> first = pool.answer(new byte[1]);
            await().until(() -> begun.get() == 1);
            CompletableFuture<byte[]> second = pool.answer(new byte[1]);

            nanos.addAndGet(PATIENCE.plusNanos(1).toNanos());
            goOn.countDown();

            assertThat(first.join()).hasSize(1);
            assertThatThrownBy(second::join)
                    .cause()
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessage("nobody waits for the answer any more");
            assertThat(begun).hasValue(1);
        }
    }

    @Test
    void answer_thatThrows_failsWithIt() {
        try (PeerAnswerPool pool = new PeerAnswerPool(
                question -> {
                    throw new IllegalArgumentException("no question");
                },
                1,
                PATIENCE,
                nanos::get)) {
            assertThatThrownBy(pool.answer(new byte[1])::join)
                    .cause()
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no question");
        }
    }

    @Test
    void answer_afterTheEnd_isRejected() {
        PeerAnswerPool pool = new PeerAnswerPool(question -> question, 1, PATIENCE, nanos::get);
        pool.close();
        pool.close();

        assertThatThrownBy(pool.answer(new byte[1])::join).cause().isInstanceOf(RejectedExecutionException.class);
    }
}
