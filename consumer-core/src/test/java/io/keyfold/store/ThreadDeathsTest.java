package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

class ThreadDeathsTest {

    private final Exception death = new IllegalStateException("wrapped", new IllegalStateException("disk is full"));

    private final AtomicLong furthest = new AtomicLong(100);

    /** Closed, so that it does not pause. */
    private ThreadDeaths deaths(int threads) {
        ThreadDeaths deaths = new ThreadDeaths("dwd_order_item", threads, furthest::get);
        deaths.close();
        return deaths;
    }

    private void survive(ThreadDeaths deaths, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(deaths.handle(death)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
            assertThat(deaths.failure()).isEmpty();
        }
    }

    @Test
    void handle_fifthDeathInARow_stopsTheTableAndSaysWhy() {
        ThreadDeaths deaths = deaths(1);
        survive(deaths, 4);

        assertThat(deaths.handle(death)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        assertThat(deaths.failure()).contains("Cannot read dwd_order_item: disk is full (5 times in a row)");
    }

    @Test
    void handle_deathsWithProgressBetween_areNotInARow() {
        ThreadDeaths deaths = deaths(1);
        for (int i = 0; i < 10; i++) {
            survive(deaths, 4);
            furthest.incrementAndGet();
        }
    }

    @Test
    void handle_severalThreadsThatDieOfOneFault_areEachReplaced() {
        ThreadDeaths deaths = deaths(3);
        survive(deaths, 14);

        assertThat(deaths.handle(death)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    }

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> runsOver = new ArrayList<>();

    private final AtomicLong letters = new AtomicLong();

    private ThreadDeaths watched() {
        ThreadDeaths deaths = new ThreadDeaths(
                "dwd_order_item", 1, furthest::get, letters::get, runsOver::add, Set.of("orders.dlq"), nanos::get);
        deaths.close();
        return deaths;
    }

    @Test
    void handle_deathsFarApart_areNotInARow() {
        ThreadDeaths deaths = watched();
        for (int i = 0; i < 20; i++) {
            survive(deaths, 1);
            nanos.addAndGet(Duration.ofMinutes(11).toNanos());
        }
    }

    @Test
    void handle_copyThatNoLongerFits_endsTheRunAndFailsNothing() {
        ThreadDeaths deaths = watched();
        Exception wrapped = new IllegalStateException(new RebuildNeededException("records are gone", death));

        assertThat(deaths.handle(wrapped)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        assertThat(runsOver).containsExactly("records are gone");
        assertThat(deaths.failure()).isEmpty();
        assertThat(deaths.isLeaving()).as("every thread of it").isTrue();
    }

    @Test
    void handle_copyThatOnlyTheUserCanDecideOn_failsAtOnce() {
        ThreadDeaths deaths = watched();

        assertThat(deaths.handle(new IllegalStateException(new StoreRefusedException("8 partitions"))))
                .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        assertThat(deaths.failure()).contains("Cannot read dwd_order_item: 8 partitions");
    }

    /** Nothing is dropped, so nothing else can be done; what waits is told until a letter is safe. */
    @Test
    void handle_deadLetterThatCannotBeWritten_isTriedAgainForAsLongAsItTakes() {
        ThreadDeaths deaths = watched();
        Exception told = new IllegalStateException(new DeadLetterException("orders.dlq", death));
        for (int i = 0; i < 50; i++) {
            assertThat(deaths.handle(told)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
        }
        assertThat(deaths.failure()).isEmpty();
        assertThat(deaths.waiting()).contains("a dead letter cannot be written to orders.dlq: disk is full");

        letters.incrementAndGet();

        assertThat(deaths.waiting()).isEmpty();
    }

    /** The thread that is tried again reads other partitions, too. */
    @Test
    void waiting_whileOtherRecordsAreRead_isStillTold() {
        ThreadDeaths deaths = watched();
        deaths.handle(new DeadLetterException("orders.dlq", death));

        furthest.incrementAndGet();
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());

        assertThat(deaths.waiting()).isPresent();
    }

    /** The partition has gone to another instance, which perhaps may write. */
    @Test
    void waiting_letterThatIsNotTriedHereAnyMore_isNot() {
        ThreadDeaths deaths = watched();
        deaths.handle(new DeadLetterException("orders.dlq", death));

        nanos.addAndGet(Duration.ofMinutes(3).toNanos());

        assertThat(deaths.waiting()).isEmpty();
    }

    @Test
    void handle_deadLetterThatKafkaItselfRefuses_saysWhatToGrant() {
        ThreadDeaths deaths = watched();
        Exception fatal = new StreamsException(
                "Error encountered sending record to topic orders.dlq for task 0_0 due to: …",
                new ClusterAuthorizationException("Cluster authorization failed."));

        assertThat(deaths.handle(fatal)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
        assertThat(deaths.waiting())
                .contains(
                        "a dead letter cannot be written to orders.dlq: this principal may write to no topic; grant it "
                                + "WRITE on this one (Cluster authorization failed.)");
    }

    @Test
    void isLeaving_threadThatIsReplaced_leavesOnce() {
        ThreadDeaths deaths = watched();
        assertThat(deaths.isLeaving()).isFalse();

        deaths.handle(death);

        assertThat(deaths.isLeaving()).isTrue();
        assertThat(deaths.isLeaving()).isFalse();
    }
}
