package io.keyfold.micronaut.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PatienceTest {

    private final Patience patience = new Patience();

    @Test
    void ask_noPatience_asksOnce() {
        AtomicInteger asked = new AtomicInteger();

        assertThat(patience.ask(Duration.ZERO, asked::incrementAndGet, answer -> false))
                .isEqualTo(1);
    }

    @Test
    void ask_answerThatComes_isGiven() {
        AtomicInteger asked = new AtomicInteger();

        assertThat(patience.ask(Duration.ofMinutes(10), asked::incrementAndGet, answer -> answer == 3))
                .isEqualTo(3);
    }

    @Test
    void ask_noAnswerInTime_isTheLastThatWasNone() {
        AtomicInteger asked = new AtomicInteger();

        assertThat(patience.ask(Duration.ofMillis(1), asked::incrementAndGet, answer -> false))
                .isGreaterThan(1)
                .isEqualTo(asked.get());
    }

    /** {@return how long it pauses, in milliseconds, between questions that take so long and have no answer} */
    private static List<Long> pauses(Duration patience, Duration eachTakes) {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);
        List<Long> pauses = new ArrayList<>();
        Patience moved = new Patience(now::get, nanos -> {
            now.addAndGet(nanos);
            pauses.add(TimeUnit.NANOSECONDS.toMillis(nanos));
        });
        moved.ask(patience, () -> now.addAndGet(eachTakes.toNanos()), answer -> false);
        return pauses;
    }

    @Test
    void ask_questionsThatTakeNoTime_areAskedLessAndLessOften() {
        assertThat(pauses(Duration.ofSeconds(4), Duration.ZERO))
                .containsExactly(50L, 100L, 200L, 400L, 800L, 1_000L, 1_000L, 450L);
    }

    @Test
    void ask_questionThatTakesLong_isAskedForHalfOfTheTimeAtTheMost() {
        assertThat(pauses(Duration.ofSeconds(10), Duration.ofSeconds(3))).containsExactly(3_000L, 3_000L);
        assertThat(pauses(Duration.ofSeconds(1), Duration.ofMillis(150))).containsExactly(150L, 150L, 200L, 50L);
    }

    @Test
    void ask_moreThanMayWait_areToldAtOnce() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(64);
        AtomicBoolean isThere = new AtomicBoolean();
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            for (int i = 0; i < 64; i++) {
                answers.add(CompletableFuture.supplyAsync(
                        () -> {
                            AtomicInteger asked = new AtomicInteger();
                            return patience.ask(
                                    Duration.ofMinutes(10),
                                    () -> {
                                        if (asked.incrementAndGet() == 2) {
                                            waiting.countDown();
                                        }
                                        return isThere.get();
                                    },
                                    answer -> answer);
                        },
                        threads));
            }
            assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();

            AtomicInteger asked = new AtomicInteger();
            patience.ask(Duration.ofMinutes(10), asked::incrementAndGet, answer -> false);
            isThere.set(true);

            assertThat(asked).hasValue(1);
            assertThat(answers)
                    .allSatisfy(answer ->
                            assertThat(answer.get(60, TimeUnit.SECONDS)).isTrue());
        } finally {
            threads.shutdownNow();
        }
    }
}
