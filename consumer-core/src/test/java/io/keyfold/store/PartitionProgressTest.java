package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.row.PartitionPosition;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PartitionProgressTest {

    private final PartitionProgress progress = new PartitionProgress("t", 3);

    private static Freshness freshness() {
        return new Freshness(new Retention(Duration.ofDays(1)), System::currentTimeMillis);
    }

    @Test
    void position_beforeTheFirstPoll_isNotKnown() {
        assertThat(progress.position()).isEmpty();
        assertThat(progress.lag()).isEmpty();
    }

    @Test
    void position_whileDeliveredRecordsWait_isTheFirstOfThem() {
        progress.opened(-1, freshness());
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
        progress.opened(-1, freshness());
        progress.delivered(10, 14);
        progress.applied(14);
        progress.polled(99, OptionalLong.of(0));

        assertThat(progress.position()).contains(new PartitionPosition("t", 3, 99));
        assertThat(progress.lag()).hasValue(0);
    }

    @Test
    void isCaughtUp_whileWhatWasDeliveredIsNotFolded_isFalse() {
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 15));
        progress.delivered(10, 14);
        progress.polled(15, OptionalLong.of(0));

        progress.applied(13);
        assertThat(progress.isCaughtUp()).isFalse();

        progress.applied(14);
        assertThat(progress.isCaughtUp()).isTrue();
    }

    /** An end that was told before the pause may have been passed long ago by whoever has the partition now. */
    @Test
    void isCaughtUp_afterAPause_needsAnEndThatIsToldAfterIt() {
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(1_000, 15));
        progress.polled(15, OptionalLong.of(0));
        assertThat(progress.isCaughtUp()).isTrue();

        progress.stoodStill(5_000);
        progress.polled(16, OptionalLong.of(0));
        progress.stableEnd(new StableEnd(4_999, 16));
        assertThat(progress.isCaughtUp()).as("by what was told before").isFalse();
        assertThat(progress.needsEnd()).isTrue();

        progress.stableEnd(new StableEnd(5_000, 16));
        assertThat(progress.isCaughtUp()).isTrue();
    }

    /** A paused reader remembers the lag that it had before the restore: it is not asked. */
    @Test
    void isCaughtUp_withNoLagAndNoEndAskedForYet_isFalse() {
        progress.opened(-1, freshness());
        progress.polled(15, OptionalLong.of(0));

        assertThat(progress.needsEnd()).isTrue();
        assertThat(progress.isCaughtUp()).isFalse();

        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 300));
        assertThat(progress.needsEnd()).isFalse();
        assertThat(progress.isCaughtUp()).isFalse();

        progress.polled(300, OptionalLong.empty());
        assertThat(progress.isCaughtUp()).isTrue();
    }

    /** More is written all the while: every poll brings records, and some are left. */
    @Test
    void isCaughtUp_underSteadyTraffic_isTrueAtTheEndThatWasAskedFor() {
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 18));
        progress.delivered(10, 14);
        progress.polled(15, OptionalLong.of(3));
        progress.applied(14);
        assertThat(progress.isCaughtUp()).isFalse();

        progress.delivered(15, 19);
        progress.polled(20, OptionalLong.of(3));
        progress.applied(16);
        assertThat(progress.isCaughtUp()).isFalse();

        progress.applied(17);
        assertThat(progress.isCaughtUp()).isTrue();
    }

    @Test
    void isCaughtUp_onceItWasSo_staysTrueBehindALongLag() {
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 18));
        progress.polled(18, OptionalLong.of(0));

        progress.polled(18, OptionalLong.of(500));

        assertThat(progress.isCaughtUp()).isTrue();
    }

    /** A transaction was rolled back: the task that is opened next reads again what the one before had read. */
    @Test
    void opened_again_countsNothingThatTheTaskBeforeRead() {
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 101));
        progress.delivered(0, 100);
        progress.applied(100);
        progress.polled(101, OptionalLong.of(0));
        assertThat(progress.isCaughtUp()).isTrue();

        progress.closed();
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 101));
        progress.delivered(30, 100);
        progress.polled(101, OptionalLong.of(0));

        assertThat(progress.isCaughtUp()).isFalse();
        assertThat(progress.position()).contains(new PartitionPosition("t", 3, 30));
    }

    /** Another instance has read the rest: nothing is delivered here, and nothing waits. */
    @Test
    void opened_againOnAQuietTopic_catchesUp() {
        progress.opened(-1, freshness());
        progress.delivered(0, 100);
        progress.applied(50);

        progress.closed();
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 101));
        progress.polled(101, OptionalLong.of(0));

        assertThat(progress.isCaughtUp()).isTrue();
        assertThat(progress.position()).contains(new PartitionPosition("t", 3, 101));
    }

    @Test
    void beginRead_unlessCaughtUp_isRefused() {
        assertThat(progress.beginRead()).isFalse();
        progress.opened(-1, freshness());
        assertThat(progress.beginRead()).isFalse();
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 1));
        progress.polled(1, OptionalLong.of(0));
        assertThat(progress.beginRead()).isTrue();
        progress.endRead();
        progress.closed();
        assertThat(progress.beginRead()).isFalse();
    }

    @Test
    @Timeout(30)
    void closed_whileARead_waitsForItAndLetsNoOtherBegin() throws InterruptedException {
        progress.opened(-1, freshness());
        progress.stableEnd(new StableEnd(System.currentTimeMillis(), 1));
        progress.polled(1, OptionalLong.of(0));
        assertThat(progress.beginRead()).isTrue();
        CountDownLatch closed = new CountDownLatch(1);
        Thread closer = new Thread(() -> {
            progress.closed();
            closed.countDown();
        });
        closer.start();
        await().until(() -> !progress.isOpen());

        assertThat(progress.beginRead()).isFalse();
        assertThat(closed.getCount()).isEqualTo(1);

        progress.endRead();
        closed.await();
    }
}
