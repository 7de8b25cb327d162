package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.FreshnessSettings;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.metrics.WaitingData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class PartitionDiagnosesTest {

    private static final Instant NOW = Instant.parse("2024-01-15T12:00:00Z");

    private FreshnessSettings settings = FreshnessSettings.DEFAULTS;

    private PartitionDiagnoses diagnoses() {
        return new PartitionDiagnoses(settings, NOW);
    }

    /** Told just now, and read so far as was stable that many seconds ago. */
    private static LogEnd end(int toldSecondsAgo, int readSecondsAgo, long lastRecord, Optional<WaitingData> waiting) {
        return new LogEnd(
                OptionalLong.of(1_842),
                OptionalLong.of(1_842 + waiting.map(WaitingData::offsets).orElse(0L)),
                Optional.of(NOW.minusSeconds(toldSecondsAgo)),
                Optional.of(NOW.minusSeconds(60)),
                Optional.of(NOW.minusSeconds(readSecondsAgo)),
                OptionalLong.of(lastRecord),
                Optional.of(NOW.minusSeconds(40)),
                waiting);
    }

    private static Optional<WaitingData> waiting(
            int sinceSeconds, TransactionVerdict verdict, Optional<Duration> timeout) {
        OpenTransaction holder = new OpenTransaction(
                4001,
                3,
                1_842,
                Optional.of(NOW.minusSeconds(sinceSeconds)),
                Optional.of("dwd-oi-0-1"),
                Optional.of("Ongoing"),
                timeout,
                verdict,
                "its coordinator says so");
        return Optional.of(new WaitingData(3, NOW.minusSeconds(sinceSeconds), List.of(holder)));
    }

    private PartitionDiagnosis of(LogEnd end, long lag) {
        return diagnoses().of(PartitionState.READY, end, OptionalLong.of(lag), Optional.empty());
    }

    @Test
    void of_nothingCommittedForAWhile_isIdle() {
        PartitionDiagnosis idle = of(end(0, 1, 1_841, Optional.empty()), 0);

        assertThat(idle.verdict()).isEqualTo(Verdict.IDLE);
        assertThat(idle.sentence())
                .isEqualTo("all up to offset 1842 has been read, and nothing has been committed since"
                        + " 2024-01-15T11:59:00Z");
    }

    /** UC-51: markers at the end are no lag. */
    @Test
    void of_markersAtTheEnd_saysThatTheyHoldNoRecord() {
        PartitionDiagnosis idle = of(end(0, 1, 1_838, Optional.empty()), 0);

        assertThat(idle.verdict()).isEqualTo(Verdict.IDLE_BEHIND_MARKERS);
        assertThat(idle.sentence()).contains("the last 3 offsets hold no record: transaction markers");
    }

    @Test
    void of_recordsThatCome_areBeingRead() {
        PartitionDiagnosis reading = of(end(0, 1, 1_841, Optional.empty()), 12);

        assertThat(reading)
                .isEqualTo(new PartitionDiagnosis(Verdict.READING, "records come and are read; 12 offsets left"));
    }

    @Test
    void of_readerThatHasNotReadForLong_lags() {
        LogEnd end = end(0, 15, 1_000, Optional.empty());

        assertThat(of(end, 842).verdict()).isEqualTo(Verdict.LAGGING);
        assertThat(of(end, 842).sentence())
                .isEqualTo("what was committed by 2024-01-15T11:59:45Z has been read, what came after that not yet; 842"
                        + " offsets left; the oldest unread record is of 2024-01-15T11:59:20Z");
        assertThat(diagnoses().isLagging(end)).isTrue();
        assertThat(diagnoses().isLagging(end(0, 14, 1_000, Optional.empty()))).isFalse();
    }

    @Test
    void of_brokerThatDoesNotAnswer_saysSinceWhen() {
        LogEnd end = end(20, 21, 1_841, Optional.empty());

        assertThat(of(end, 0).verdict()).isEqualTo(Verdict.BROKER_SILENT);
        assertThat(of(end, 0).sentence()).startsWith("the broker has not said since 2024-01-15T11:59:40Z where");
        assertThat(diagnoses().isLagging(end)).isTrue();
    }

    @Test
    void of_threadThatStandsStill_saysWhichAndWhere() {
        Optional<String> stuck = Optional.of("the thread reader-1 has not asked for records for 31 s");
        LogEnd end = end(0, 20, 1_841, Optional.empty());

        assertThat(diagnoses().stuck(end, stuck)).isEqualTo(stuck);
        assertThat(diagnoses().of(PartitionState.LAGGING, end, OptionalLong.of(12), stuck))
                .as("though it lags, too")
                .isEqualTo(new PartitionDiagnosis(Verdict.READER_STUCK, stuck.get()));
    }

    @Test
    void of_threadThatWaitsForASilentBroker_isNotCalledStuck() {
        Optional<String> stuck = Optional.of("the thread reader-1 has not asked for records for 31 s");
        LogEnd end = end(20, 21, 1_841, Optional.empty());

        assertThat(diagnoses().stuck(end, stuck)).isEmpty();
        assertThat(diagnoses()
                        .of(PartitionState.LAGGING, end, OptionalLong.of(0), stuck)
                        .verdict())
                .isEqualTo(Verdict.BROKER_SILENT);
    }

    /** UC-53: it is not called caught up and left at that. */
    @Test
    void of_openTransaction_namesItAndWhatWaits() {
        Optional<WaitingData> waiting = waiting(10_800, TransactionVerdict.HANGING, Optional.empty());

        PartitionDiagnosis hanging = of(end(0, 1, 1_841, waiting), 0);

        assertThat(hanging.verdict()).isEqualTo(Verdict.HANGING_TRANSACTION);
        assertThat(hanging.sentence())
                .isEqualTo(
                        "all that is committed has been read; newer data has been waiting since 2024-01-15T09:00:00Z, 3"
                                + " offsets from 1842 on, behind an open transaction of producer 4001, epoch 3, transactional id"
                                + " dwd-oi-0-1, which is HANGING: its coordinator says so");
    }

    @Test
    void of_openTransactionThatNobodyHasLookedAt_saysSo() {
        Optional<WaitingData> waiting = Optional.of(new WaitingData(3, NOW.minusSeconds(2), List.of()));

        assertThat(of(end(0, 1, 1_841, waiting), 0).verdict()).isEqualTo(Verdict.UNKNOWN_TRANSACTION);
    }

    /** Every transaction waits for a moment. */
    @Test
    void of_transactionThatHasJustBegun_isNotWorthAWord() {
        Optional<WaitingData> waiting = Optional.of(new WaitingData(3, NOW.minusSeconds(1), List.of()));

        assertThat(of(end(0, 1, 1_841, waiting), 0).verdict()).isEqualTo(Verdict.IDLE);
    }

    @Test
    void isStalled_hangingTransaction_isAtOnce() {
        assertThat(diagnoses().isStalled(end(0, 1, 1_841, waiting(1, TransactionVerdict.HANGING, Optional.empty()))))
                .isTrue();
    }

    @Test
    void isStalled_longTransaction_isAfterItsOwnTimeout() {
        Optional<Duration> timeout = Optional.of(Duration.ofSeconds(100));

        assertThat(diagnoses().isStalled(end(0, 1, 1_841, waiting(99, TransactionVerdict.LONG, timeout))))
                .isFalse();
        assertThat(diagnoses().isStalled(end(0, 1, 1_841, waiting(100, TransactionVerdict.LONG, timeout))))
                .isTrue();
    }

    @Test
    void isStalled_timeoutThatIsNotKnown_isAfterKafkasLongest() {
        assertThat(diagnoses().isStalled(end(0, 1, 1_841, waiting(899, TransactionVerdict.UNKNOWN, Optional.empty()))))
                .isFalse();
        assertThat(diagnoses().isStalled(end(0, 1, 1_841, waiting(900, TransactionVerdict.UNKNOWN, Optional.empty()))))
                .isTrue();
    }

    @Test
    void isStalled_patienceOfTheUser_goesBeforeTheTimeout() {
        settings = settings.stalledAfter(Duration.ofSeconds(5));

        assertThat(diagnoses()
                        .isStalled(end(
                                0, 1, 1_841, waiting(6, TransactionVerdict.LONG, Optional.of(Duration.ofHours(1))))))
                .isTrue();
    }

    @Test
    void of_logWithoutAnything_isIdle() {
        LogEnd empty = new LogEnd(
                OptionalLong.of(0),
                OptionalLong.of(0),
                Optional.of(NOW),
                Optional.of(NOW.minusSeconds(60)),
                Optional.of(NOW),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());

        assertThat(of(empty, 0))
                .isEqualTo(new PartitionDiagnosis(Verdict.IDLE, "nothing has been committed to it yet"));
    }
}
