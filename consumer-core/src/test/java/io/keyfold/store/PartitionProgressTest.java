package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.PartitionPosition;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PartitionProgressTest {

    private final PartitionProgress progress = new PartitionProgress("t", 3);

    @Test
    void position_beforeTheFirstPoll_isNotKnown() {
        assertThat(progress.position()).isEmpty();
        assertThat(progress.lag()).isEmpty();
    }

    @Test
    void position_whileDeliveredRecordsWait_isTheFirstOfThem() {
        progress.opened();
        progress.delivered(10, 14);
        progress.polled(15, OptionalLong.of(0));

        assertThat(progress.position()).contains(new PartitionPosition("t", 3, 10));
        assertThat(progress.lag()).hasValue(5);

        progress.applied(11);
        assertThat(progress.position()).contains(new PartitionPosition("t", 3, 12));

        progress.delivered(16, 20);
        assertThat(progress.position()).contains(new PartitionPosition("t", 3, 12));
    }

    @Test
    void position_behindMarkersAndAbortedRecords_isTheReaders() {
        progress.opened();
        progress.delivered(10, 14);
        progress.applied(14);
        progress.polled(99, OptionalLong.of(0));

        assertThat(progress.position()).contains(new PartitionPosition("t", 3, 99));
        assertThat(progress.lag()).hasValue(0);
    }

    @Test
    void isCaughtUp_onlyOnceAllThatWasDeliveredIsFoldedAndNoLagIsLeft() {
        progress.opened();
        progress.delivered(10, 14);
        progress.polled(15, OptionalLong.of(0));
        assertThat(progress.isCaughtUp()).isFalse();

        progress.applied(14);
        progress.polled(15, OptionalLong.of(3));
        assertThat(progress.isCaughtUp()).isFalse();

        progress.polled(15, OptionalLong.empty());
        assertThat(progress.isCaughtUp())
                .as("a lag that is not known is not none")
                .isFalse();

        progress.polled(18, OptionalLong.of(0));
        assertThat(progress.isCaughtUp()).isTrue();

        progress.polled(18, OptionalLong.of(500));
        assertThat(progress.isCaughtUp()).as("once since it was assigned").isTrue();
    }

    @Test
    void isCaughtUp_afterItWasClosedAndOpenedAgain_startsOver() {
        progress.opened();
        progress.polled(15, OptionalLong.of(0));
        assertThat(progress.isCaughtUp()).isTrue();

        progress.closed();
        progress.opened();

        assertThat(progress.isCaughtUp()).isFalse();
    }
}
