package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class LookTimesTest {

    private long nanos = Long.MAX_VALUE; // may begin anywhere, and wrap
    private final LookTimes<String> subject = new LookTimes<>(() -> nanos);

    @Test
    void isDue_standsStill_isAfterTwoSeconds() {
        assertThat(subject.isDue("p", 1)).isFalse();
        nanos += LookTimes.PATIENCE.toNanos() - 1;
        assertThat(subject.isDue("p", 1)).isFalse();
        nanos++;

        assertThat(subject.isDue("p", 1)).isTrue();
    }

    @Test
    void isDue_movesOn_waitsAnew() {
        subject.isDue("p", 1);
        nanos += LookTimes.PATIENCE.toNanos();

        assertThat(subject.isDue("p", 2)).isFalse();
    }

    @Test
    void isDue_looked_isAfterAPauseThatIsShorterIfItWasNotSure() {
        subject.looked("sure", 1, true);
        subject.looked("unsure", 1, false);
        nanos += LookTimes.SHORT_PAUSE.toNanos();

        assertThat(subject.isDue("unsure", 1)).isTrue();
        assertThat(subject.isDue("sure", 1)).isFalse();

        nanos += LookTimes.PAUSE.minus(LookTimes.SHORT_PAUSE).toNanos();

        assertThat(subject.isDue("sure", 1)).isTrue();
    }

    @Test
    void keepOnly_others_forgets() {
        subject.isDue("p", 1);
        subject.keepOnly(Set.of());
        nanos += LookTimes.PATIENCE.toNanos();

        assertThat(subject.isDue("p", 1)).isFalse();
    }
}
