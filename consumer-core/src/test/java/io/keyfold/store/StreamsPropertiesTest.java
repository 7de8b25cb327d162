package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamsPropertiesTest {

    @Test
    void longestPause_isLessThanASessionWithoutAHeartbeat() {
        assertThat(StreamsProperties.longestPause(Map.of())).isEqualTo(Duration.ofSeconds(5));
        assertThat(StreamsProperties.longestPause(Map.of("main.consumer.session.timeout.ms", "6000")))
                .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(3));
        assertThat(StreamsProperties.longestPause(
                        Map.of("session.timeout.ms", "2000", "consumer.heartbeat.interval.ms", "500")))
                .isBetween(Duration.ofMillis(500), Duration.ofMillis(1_500));
        assertThat(StreamsProperties.longestPause(Map.of("main.consumer.session.timeout.ms", "120000")))
                .isEqualTo(Duration.ofSeconds(5));
    }

    /** The start refuses it, with the property's name. */
    @Test
    void longestPause_ofWhatIsNoNumber_isTheUsual() {
        assertThat(StreamsProperties.longestPause(Map.of("session.timeout.ms", "soon")))
                .isEqualTo(Duration.ofSeconds(5));
    }
}
