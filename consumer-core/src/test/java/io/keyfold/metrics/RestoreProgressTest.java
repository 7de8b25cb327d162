package io.keyfold.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestoreProgressTest {

    @Test
    void remaining_halfWay_isAsLongAsItTookSoFar() {
        RestoreProgress halfWay = new RestoreProgress(1_000, 3_000, 2_000, 500, Duration.ofSeconds(4), Duration.ZERO);

        assertThat(halfWay.remaining()).contains(Duration.ofSeconds(4));
        assertThat(halfWay.recordsPerSecond()).isEqualTo(125);
    }

    @Test
    void remaining_beforeTheFirstRecords_isNotKnown() {
        assertThat(new RestoreProgress(0, 10, 0, 0, Duration.ZERO, Duration.ZERO).remaining())
                .isEmpty();
        assertThat(new RestoreProgress(0, 10, 0, 0, Duration.ZERO, Duration.ZERO).recordsPerSecond())
                .isZero();
    }

    @Test
    void remaining_atTheEnd_isNone() {
        assertThat(new RestoreProgress(0, 10, 12, 9, Duration.ofSeconds(1), Duration.ZERO).remaining())
                .contains(Duration.ZERO);
    }
}
