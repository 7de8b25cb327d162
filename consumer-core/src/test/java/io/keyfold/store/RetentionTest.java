package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetentionTest {

    private static final long AGREED_MS = 1_000;

    private final Retention retention = new Retention(Duration.ofMillis(AGREED_MS));

    @Test
    void leastSince_nothingSeen_isWhatWasAgreed() {
        assertThat(retention.leastSince(0)).isEqualTo(AGREED_MS);
        assertThat(retention.leastSince(Long.MAX_VALUE)).isEqualTo(AGREED_MS);
    }

    @Test
    void leastSince_somethingSeen_isThatWhateverWasAgreed() {
        retention.seen(5_000, 100);

        assertThat(retention.leastSince(0)).isEqualTo(5_000);
        assertThat(retention.leastSince(200)).isEqualTo(5_000);
    }

    @Test
    void leastSince_aSmallerValueForAWhile_countsForWhoeverHasNotCaughtUpSince() {
        retention.seen(5_000, 100);
        retention.seen(10, 200);
        retention.seen(5_000, 300);

        assertThat(retention.leastSince(150)).isEqualTo(10);
        assertThat(retention.leastSince(250))
                .as("it may have counted until 300")
                .isEqualTo(10);
        assertThat(retention.leastSince(300)).isEqualTo(5_000);
    }

    @Test
    void leastSince_aValueSeenAgainAndAgain_countsUntilItWasSeenLast() {
        retention.seen(10, 100);
        retention.seen(10, 200);
        retention.seen(5_000, 300);

        assertThat(retention.leastSince(50)).isEqualTo(10);
        assertThat(retention.leastSince(299)).isEqualTo(10);
        assertThat(retention.leastSince(300)).isEqualTo(5_000);
    }

    @Test
    void leastSince_moreValuesThanAreKept_forgetsNoneThatWasSmaller() {
        retention.seen(1, 0);
        for (int i = 1; i <= 1_000; i++) {
            retention.seen(5_000 + i, i);
        }

        assertThat(retention.leastSince(-1)).isEqualTo(1);
        assertThat(retention.leastSince(950)).as("none was smaller since").isEqualTo(5_950);
        assertThat(retention.leastSince(1_000)).isEqualTo(6_000);
    }

    @Test
    void leastSince_exactlyAsManyAsAreKept_knowsEach() {
        for (int i = 0; i < 64; i++) {
            retention.seen(10_000 + i, i);
        }

        assertThat(retention.leastSince(0)).isEqualTo(10_000);
        assertThat(retention.leastSince(1)).isEqualTo(10_001);
        assertThat(retention.leastSince(63)).isEqualTo(10_063);
    }

    @Test
    void seen_clockSetBack_keepsTheOrderInWhichValuesWereSeen() {
        retention.seen(10, 500);
        retention.seen(5_000, 100);

        assertThat(retention.leastSince(501)).isEqualTo(5_000);
    }

    @Test
    void unread_beforeAnythingWasSeen_changesNothing() {
        retention.unread(100);
        retention.seen(5_000, 200);

        assertThat(retention.leastSince(0)).isEqualTo(5_000);
    }

    @Test
    void unread_afterSomethingWasSeen_letsWhatWasAgreedCount() {
        retention.seen(5_000, 100);
        retention.unread(200);

        assertThat(retention.leastSince(100)).isEqualTo(AGREED_MS);
    }
}
