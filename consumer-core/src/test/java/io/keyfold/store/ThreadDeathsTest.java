package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

class ThreadDeathsTest {

    @Test
    void handle_fifthDeathInARow_stopsTheTableAndSaysWhy() {
        ThreadDeaths deaths = new ThreadDeaths("dwd_order_item");
        deaths.close(); // no pauses
        Exception death = new IllegalStateException("wrapped", new IllegalStateException("disk is full"));

        for (int i = 0; i < 4; i++) {
            assertThat(deaths.handle(death)).isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
            assertThat(deaths.failure()).isEmpty();
        }

        assertThat(deaths.handle(death)).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        assertThat(deaths.failure()).contains("Cannot read dwd_order_item: disk is full (5 times in a row)");
    }
}
