package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.metrics.WaitingData;
import io.keyfold.row.WaitingMark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class LogEndsTest {

    private static final Instant HOURS_AGO = Instant.ofEpochMilli(100);

    private final LogEnds ends = new LogEnds();

    private void told(long atMs, long lastStable, long highWatermark) {
        ends.told(new StableEnd(atMs, lastStable), OptionalLong.of(highWatermark));
    }

    private static OpenTransaction transaction(Optional<Instant> startedAt) {
        return new OpenTransaction(
                4001,
                3,
                1,
                startedAt,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                TransactionVerdict.UNKNOWN,
                "nobody was asked");
    }

    @Test
    void waiting_nothingTold_isNothing() {
        assertThat(ends.waiting()).isEmpty();
        assertThat(ends.mark()).isEmpty();
        assertThat(ends.lastStableOffset()).isEmpty();
        assertThat(ends.stableSince()).isEmpty();
    }

    @Test
    void waiting_stableToTheEnd_isNothing() {
        told(1_000, 4, 4);

        assertThat(ends.waiting()).isEmpty();
    }

    /** It was asked for before. */
    @Test
    void waiting_highWatermarkBelowTheStableEnd_isNothing() {
        told(1_000, 4, 3);

        assertThat(ends.waiting()).isEmpty();
        assertThat(ends.highWatermark()).hasValue(4);
    }

    @Test
    void waiting_openTransaction_countsFromWhenItWasSeenFirst() {
        told(1_000, 1, 2);
        told(2_000, 1, 4);

        assertThat(ends.waiting()).contains(new WaitingData(3, Instant.ofEpochMilli(1_000), List.of()));
    }

    /** Every transaction waits for a moment. */
    @Test
    void mark_openTransaction_isThereOnceItHasLasted() {
        told(1_000, 1, 2);
        told(2_000, 1, 4);
        assertThat(ends.mark()).isEmpty();

        told(3_000, 1, 5);

        assertThat(ends.mark()).contains(new WaitingMark(Instant.ofEpochMilli(1_000)));
    }

    @Test
    void told_highWatermarkIsNotTold_waitsOn() {
        told(1_000, 1, 4);
        ends.told(new StableEnd(3_000, 1), OptionalLong.empty());

        assertThat(ends.waiting()).contains(new WaitingData(3, Instant.ofEpochMilli(1_000), List.of()));
    }

    @Test
    void told_highWatermarkThatNeverWasTold_isNothingThatWaits() {
        ends.told(new StableEnd(1_000, 4), OptionalLong.empty());

        assertThat(ends.waiting()).isEmpty();
        assertThat(ends.highWatermark()).hasValue(4);
    }

    @Test
    void waiting_transactionWhoseStartIsKnown_countsFromThere() {
        told(1_000, 1, 4);

        ends.looked(1, List.of(transaction(Optional.of(HOURS_AGO))), Optional.empty());
        told(3_000, 1, 4);

        assertThat(ends.mark()).contains(new WaitingMark(HOURS_AGO));
        assertThat(ends.waiting().orElseThrow().holder()).isPresent();
    }

    /** Clocks differ: it cannot have begun after it was seen. */
    @Test
    void waiting_transactionThatBeganInTheFuture_countsFromWhenItWasSeen() {
        told(1_000, 1, 4);

        ends.looked(1, List.of(transaction(Optional.of(Instant.ofEpochMilli(9_000)))), Optional.empty());
        told(3_000, 1, 4);

        assertThat(ends.mark()).contains(new WaitingMark(Instant.ofEpochMilli(1_000)));
    }

    @Test
    void waiting_anotherTransactionHolds_countsAnew() {
        told(1_000, 1, 4);
        ends.looked(1, List.of(transaction(Optional.of(HOURS_AGO))), Optional.empty());

        told(2_000, 3, 5);

        assertThat(ends.waiting()).contains(new WaitingData(2, Instant.ofEpochMilli(2_000), List.of()));
    }

    @Test
    void looked_logHasMovedOnMeanwhile_isNotBelieved() {
        told(1_000, 3, 5);

        ends.looked(1, List.of(transaction(Optional.of(HOURS_AGO))), Optional.empty());

        assertThat(ends.waiting().orElseThrow().transactions()).isEmpty();
    }

    @Test
    void looked_nothingWaitsAnyMore_isNotBelieved() {
        told(1_000, 1, 4);
        told(2_000, 5, 5);

        ends.looked(5, List.of(transaction(Optional.of(HOURS_AGO))), Optional.empty());

        assertThat(ends.waiting()).isEmpty();
        assertThat(ends.mark()).isEmpty();
    }

    @Test
    void stableSince_endThatStands_isWhenItWasSeenFirst() {
        told(1_000, 4, 4);
        told(2_000, 4, 6);
        told(3_000, 4, 6);

        assertThat(ends.stableSince()).contains(Instant.ofEpochMilli(1_000));
    }

    @Test
    void oldestUnread_recordThatIsStillAhead_isIts() {
        ends.unread(7, Optional.of(HOURS_AGO));

        assertThat(ends.oldestUnread(5)).contains(HOURS_AGO);
        assertThat(ends.oldestUnread(7)).contains(HOURS_AGO);
        assertThat(ends.oldestUnread(8)).isEmpty();
    }

    /** UC-58: a record without a timestamp has no age. */
    @Test
    void oldestUnread_recordWithoutTimestamp_isNotKnown() {
        ends.unread(7, Optional.empty());

        assertThat(ends.oldestUnread(5)).isEmpty();
    }

    @Test
    void restart_whatWasTold_isForgotten() {
        told(1_000, 1, 4);
        ends.unread(7, Optional.of(HOURS_AGO));

        ends.restart();

        assertThat(ends.waiting()).isEmpty();
        assertThat(ends.mark()).isEmpty();
        assertThat(ends.oldestUnread(5)).isEmpty();
        assertThat(ends.highWatermark()).isEmpty();
    }
}
