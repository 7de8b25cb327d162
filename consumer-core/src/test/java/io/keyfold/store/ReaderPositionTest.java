package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReaderPositionTest {

    private final ReaderPosition position = new ReaderPosition();

    @Test
    void next_beforeTheFirstPoll_isNotKnown() {
        position.restart(41);

        assertThat(position.next()).isEqualTo(ReaderPosition.NONE);
        assertThat(position.behindApplied()).isEqualTo(42);
    }

    @Test
    void next_whileDeliveredRecordsWait_isTheFirstThatIsNotApplied() {
        position.restart(-1);
        position.delivered(10, 14);
        position.polled(20, OptionalLong.of(3));
        assertThat(position.next()).isEqualTo(10);
        assertThat(position.lag()).hasValue(13);

        position.applied(11);
        assertThat(position.next()).isEqualTo(12);

        position.applied(14);
        assertThat(position.next()).isEqualTo(20);
        assertThat(position.lag()).hasValue(3);
    }

    @Test
    void restart_forgetsWhatTheReaderBeforeHadDelivered() {
        position.delivered(10, 14);
        position.polled(15, OptionalLong.of(0));

        position.restart(9);

        assertThat(position.next()).isEqualTo(ReaderPosition.NONE);
        assertThat(position.lag()).isEmpty();
    }
}
