package io.keyfold.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FreshnessTest {

    private static final long RETENTION_MS = 10_000;
    private static final long HALF = RETENTION_MS / 2;

    private final Retention retention = new Retention(Duration.ofMillis(RETENTION_MS));
    private final Map<String, byte[]> meta = new HashMap<>();
    private long nowMs = 1_000_000;
    private Freshness freshness = new Freshness(retention, () -> nowMs);

    @Test
    void stale_withAnUnknownPast_saysSo() {
        assertThat(freshness.stale()).isPresent();
        assertThat(freshness.stale().orElseThrow().caughtUpAt()).isEmpty();
        assertThat(freshness.caughtUpAt()).isEmpty();
    }

    @Test
    void passed_withAnUnknownPast_provesNothing() {
        passedNow();

        assertThat(freshness.stale()).isPresent();
        assertThat(freshness.isKeptUp()).isTrue();
    }

    @Test
    void loads_countsFromItsBeginning() {
        freshness.loads();

        nowMs += HALF - 1;
        assertThat(freshness.stale()).isEmpty();

        nowMs += 1;
        assertThat(freshness.stale()).isPresent();
    }

    /** A first load that took longer than half of the retention: deletes that it should have met may have gone before. */
    @Test
    void passed_afterALoadThatTookTooLong_staysSuspect() {
        freshness.loads();
        nowMs += HALF;

        passedNow();

        assertThat(freshness.stale()).isPresent();
    }

    /** The time is that of the question, not of the reader's arrival. */
    @Test
    void passed_movesOnToWhenTheEndWasAskedFor() {
        freshness.loads();
        long askedMs = nowMs + 1_000;
        nowMs += 4_000;

        freshness.passed(new StableEnd(askedMs, 7));

        assertThat(freshness.caughtUpAt()).contains(Instant.ofEpochMilli(askedMs));
    }

    @Test
    void stale_whileLaggingLongerThanHalfOfTheRetention_staysAlsoWhenCaughtUpAgain() {
        freshness.loads();
        passedNow();
        nowMs += HALF;
        assertThat(freshness.stale()).isPresent();

        passedNow();

        assertThat(freshness.stale()).isPresent();
    }

    @Test
    void audited_whileTheReaderKeptUp_isSafeAgain() {
        passedNow();
        long began = nowMs;
        for (int i = 0; i < 10; i++) {
            nowMs += HALF - 1;
            passedNow();
        }

        assertThat(freshness.audited(began)).isTrue();

        assertThat(freshness.stale()).isEmpty();
        assertThat(freshness.caughtUpAt()).contains(Instant.ofEpochMilli(nowMs));
    }

    @Test
    void audited_whereTheReaderFellBehindMeanwhile_provesNothing() {
        passedNow();
        long began = nowMs;
        nowMs += HALF;
        passedNow();

        assertThat(freshness.audited(began)).isFalse();
        assertThat(freshness.stale()).isPresent();
    }

    @Test
    void audited_begunBeforeTheReaderHadCaughtUp_provesNothing() {
        long began = nowMs;
        nowMs += 1;
        passedNow();

        assertThat(freshness.audited(began)).isFalse();
    }

    @Test
    void restarted_hasNotKeptUp() {
        passedNow();

        freshness.restarted();

        assertThat(freshness.isKeptUp()).isFalse();
    }

    @Test
    void read_afterAShortAbsence_isSafe_afterALongOneSuspect() {
        freshness.loads();
        write();

        nowMs += HALF - 1;
        assertThat(reopened().stale()).isEmpty();

        nowMs += 1;
        assertThat(reopened().stale()).isPresent();
    }

    /** What was raised while nobody looked does not bring back what had been deleted before. */
    @Test
    void read_afterTheRetentionWasRaisedMeanwhile_countsTheOldOne() {
        freshness.loads();
        write();
        Retention raised = new Retention(Duration.ofDays(1));
        raised.seen(Duration.ofDays(1).toMillis(), nowMs + HALF);
        nowMs += HALF;

        Freshness reopened = Freshness.read(name -> meta.get(new String(name, US_ASCII)), raised, () -> nowMs);

        assertThat(reopened.stale()).isPresent();
    }

    @Test
    void stale_afterTheRetentionWasLoweredForAWhile_countsTheSmallest() {
        freshness.loads();
        retention.seen(2_000, nowMs + 10);
        retention.seen(RETENTION_MS, nowMs + 20);

        nowMs += 1_000;

        assertThat(freshness.isSafe()).isFalse();
        assertThat(freshness.stale()).isPresent();
    }

    @Test
    void passed_afterTheRetentionWasLoweredForAWhile_forgetsIt() {
        freshness.loads();
        retention.seen(2_000, nowMs + 10);
        retention.seen(RETENTION_MS, nowMs + 20);
        nowMs += 500;
        passedNow();

        nowMs += HALF - 1;
        assertThat(freshness.stale()).isEmpty();
    }

    /** A reader that looks once a second is never as quick as half of a retention of a second: that one is over. */
    @Test
    void audited_afterTheRetentionWasTinyForAWhile_isSafeAgain() {
        freshness.loads();
        retention.seen(1_000, nowMs);
        nowMs += 600;
        retention.seen(RETENTION_MS, nowMs);
        assertThat(freshness.isSafe()).isFalse();
        passedNow();
        nowMs += 1_000;
        passedNow();
        long began = nowMs;
        nowMs += 1_000;
        passedNow();

        assertThat(freshness.audited(began)).isTrue();

        assertThat(freshness.stale()).isEmpty();
    }

    @Test
    void stale_withAClockThatWasSetBackByAQuarterOfAShortRetention_isSuspect() {
        freshness.loads();

        nowMs -= RETENTION_MS / 4;

        assertThat(freshness.stale()).isPresent();
    }

    @Test
    void read_withAClockThatWasSetBack_isSuspect() {
        freshness.loads();
        write();
        nowMs -= Duration.ofHours(1).toMillis();

        assertThat(reopened().stale()).isPresent();
    }

    /** What a clock said that ran ahead does not come true later. */
    @Test
    void read_withAClockThatHadRunAhead_isSuspectAlsoWhenTheTimeHasCome() {
        nowMs += Duration.ofDays(2).toMillis();
        freshness.loads();
        write();
        nowMs -= Duration.ofDays(2).toMillis();
        freshness = reopened();
        write();

        nowMs += Duration.ofDays(2).toMillis();

        assertThat(reopened().stale()).isPresent();
    }

    @Test
    void audited_afterTheClockWasSetBack_countsAgain() {
        nowMs += Duration.ofDays(2).toMillis();
        passedNow();
        nowMs -= Duration.ofDays(2).toMillis();
        passedNow();

        assertThat(freshness.audited(nowMs)).isTrue();
        assertThat(freshness.stale()).isEmpty();
    }

    /** Lowered while it lagged, and raised again while it was away. */
    @Test
    void read_afterTheRetentionWasLoweredWhileItLagged_countsIt() {
        freshness.loads();
        write();
        retention.seen(1_000, nowMs + 10);
        nowMs += 600;
        write();

        Freshness reopened = Freshness.read(
                name -> meta.get(new String(name, US_ASCII)),
                new Retention(Duration.ofMillis(RETENTION_MS)),
                () -> nowMs);

        assertThat(reopened.stale()).isPresent();
    }

    @Test
    void writeTo_writesOnlyWhatHasChanged() {
        freshness.loads();
        write();
        meta.clear();

        write();
        assertThat(meta).isEmpty();

        nowMs += 1;
        passedNow();
        write();
        assertThat(meta).isNotEmpty();
    }

    @Test
    void forget_leavesNothing() {
        freshness.loads();

        freshness.forget();

        assertThat(freshness.caughtUpAt()).isEmpty();
    }

    @Test
    void stale_whileExpiredRowsAreLookedFor_saysSo() {
        freshness.loads();
        freshness.awaitExpiry();
        assertThat(freshness.stale()).isPresent();

        freshness.expiryDone();
        assertThat(freshness.stale()).isEmpty();
    }

    @Test
    void stale_withARetentionOfNothing_isForEver() {
        Freshness hopeless = new Freshness(new Retention(Duration.ZERO), () -> nowMs);
        hopeless.loads();

        assertThat(hopeless.stale()).isPresent();
        assertThat(hopeless.isKeptUp()).isFalse();
    }

    @Test
    void stale_withARetentionForEver_neverIs() {
        Freshness safe = new Freshness(new Retention(Duration.ofMillis(Long.MAX_VALUE)), () -> nowMs);
        safe.loads();
        nowMs += Duration.ofDays(10_000).toMillis();

        assertThat(safe.stale()).isEmpty();
    }

    private void passedNow() {
        freshness.passed(new StableEnd(nowMs, 7));
    }

    private void write() {
        freshness.writeTo((name, value) -> meta.put(new String(name, US_ASCII), value));
    }

    private Freshness reopened() {
        return Freshness.read(name -> meta.get(new String(name, US_ASCII)), retention, () -> nowMs);
    }
}
