package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseWatchTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger noticed = new AtomicInteger();
    private final PauseWatch watch =
            new PauseWatch("risk", Duration.ofSeconds(5), noticed::incrementAndGet, nanos::get);

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void look_afterALongPause_isNoticedOnce() {
        watch.look();
        pass(Duration.ofSeconds(5));
        watch.look();
        watch.look();
        pass(Duration.ofMillis(4_999));
        watch.look();

        assertThat(noticed).hasValue(1);
    }

    @Test
    void isAwake_beforeThePauseIsNoticed_isFalse() {
        watch.look();
        assertThat(watch.isAwake()).isTrue();

        pass(Duration.ofSeconds(5));
        assertThat(watch.isAwake()).isFalse();

        watch.look();
        assertThat(watch.isAwake()).isTrue();
    }
}
