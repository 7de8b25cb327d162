package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
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
}
