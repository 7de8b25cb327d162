package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ReaderPollsTest {

    private final AtomicLong nanos = new AtomicLong(1);
    private final ReaderPolls polls = new ReaderPolls(Duration.ofMinutes(5), nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void stuck_readerThatPolls_isNot() {
        for (int i = 0; i < 10; i++) {
            pass(Duration.ofSeconds(29));
            polls.polls();
        }

        assertThat(polls.stuck()).isEmpty();
        assertThat(polls.isGivenUp()).isFalse();
    }

    @Test
    void stuck_readerThatDoesNotPoll_saysForHowLong() {
        pass(Duration.ofSeconds(29));
        assertThat(polls.stuck()).isEmpty();

        pass(Duration.ofSeconds(2));

        assertThat(polls.stuck().orElseThrow()).contains("has not asked for records for 31 s");
        assertThat(polls.isGivenUp()).isFalse();
    }

    @Test
    void stuck_thread_saysWhereItIs() throws InterruptedException {
        CountDownLatch polled = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread reader = new Thread(() -> standStill(polled, go), "the-reader");
        reader.start();
        try {
            assertThat(polled.await(30, TimeUnit.SECONDS)).isTrue();
            pass(Duration.ofMinutes(1));

            assertThat(polls.stuck().orElseThrow())
                    .startsWith("the thread the-reader has")
                    .contains("it is in " + ReaderPollsTest.class.getName() + ".");
        } finally {
            go.countDown();
            reader.join();
        }
    }

    private void standStill(CountDownLatch polled, CountDownLatch go) {
        polls.polls();
        polled.countDown();
        try {
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void isGivenUp_readerThatHasNotPolledYet_isNot() {
        pass(Duration.ofHours(1));

        assertThat(polls.isGivenUp()).isFalse();
    }

    @Test
    void isGivenUp_longerThanTheGroupWaits_isSo() {
        polls.polls();
        pass(Duration.ofMinutes(5));

        assertThat(polls.isGivenUp()).isTrue();
    }

    @Test
    void stuck_longestPauseThatIsShort_isHalfOfIt() {
        ReaderPolls hasty = new ReaderPolls(Duration.ofSeconds(10), nanos::get);
        pass(Duration.ofSeconds(4));
        assertThat(hasty.stuck()).isEmpty();

        pass(Duration.ofSeconds(1));

        assertThat(hasty.stuck().orElseThrow()).contains("has not asked for records for 5 s");
        assertThat(hasty.isGivenUp()).isFalse();
    }

    @Test
    void stuck_readerThatFoldsWhatItPolled_isNotUntilItStops() {
        polls.polls();
        for (int i = 0; i < 10; i++) {
            pass(Duration.ofSeconds(29));
            polls.goesOn();
        }
        assertThat(polls.stuck()).isEmpty();

        pass(Duration.ofSeconds(30));

        assertThat(polls.stuck().orElseThrow()).contains("has not asked for records for 320 s");
        assertThat(polls.isGivenUp()).isTrue();
    }

    @Test
    void stuck_readerThatPollsAgain_isOver() {
        pass(Duration.ofMinutes(6));
        polls.polls();

        assertThat(polls.stuck()).isEmpty();
        assertThat(polls.isGivenUp()).isFalse();
    }
}
