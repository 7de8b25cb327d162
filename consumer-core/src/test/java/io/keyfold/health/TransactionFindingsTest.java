package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.PartitionTallies;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.metrics.WaitingData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** UC-53: all the facts, what to do in order, and to abort only where nobody else will end it. */
class TransactionFindingsTest {

    private static final Instant SINCE = Instant.parse("2024-01-15T02:40:00Z");
    private static final Instant NOW = SINCE.plus(Duration.ofHours(3));

    private final TransactionFindings subject =
            new TransactionFindings("dwd_order_item", Optional.of("broker-a:9092"), NOW);

    private static OpenTransaction transaction(
            long producerId, long startOffset, Optional<String> id, TransactionVerdict verdict) {
        return new OpenTransaction(
                producerId,
                3,
                startOffset,
                Optional.of(SINCE),
                id,
                Optional.of("Ongoing"),
                Optional.of(Duration.ofMinutes(15)),
                verdict,
                "so it is");
    }

    private static PartitionStatus partition(int partition, PartitionState state, WaitingData waiting) {
        return new PartitionStatus(
                partition,
                state,
                Optional.empty(),
                OptionalLong.of(0),
                0,
                Optional.empty(),
                Optional.empty(),
                PartitionTallies.NONE,
                List.of(),
                PartitionStatus.Freshness.UNKNOWN,
                new LogEnd(
                        OptionalLong.of(1),
                        OptionalLong.of(1 + waiting.offsets()),
                        Optional.of(NOW),
                        Optional.of(SINCE),
                        Optional.of(NOW),
                        OptionalLong.of(0),
                        Optional.empty(),
                        Optional.of(waiting)),
                new PartitionDiagnosis(PartitionDiagnosis.Verdict.UNKNOWN_TRANSACTION, "it waits"));
    }

    private void held(int partition, PartitionState state, OpenTransaction... transactions) {
        subject.note(partition(partition, state, new WaitingData(3, SINCE, List.of(transactions))));
    }

    private Finding only() {
        assertThat(subject.all()).hasSize(1);
        return subject.all().get(0);
    }

    @Test
    void all_hanging_hasTheFactsAndTheCommandsInOrder() {
        held(
                1,
                PartitionState.STALLED,
                transaction(4001, 1, Optional.empty(), TransactionVerdict.HANGING),
                transaction(4002, 2, Optional.empty(), TransactionVerdict.LONG));

        Finding finding = only();

        assertThat(finding.id()).isEqualTo("open-transaction");
        assertThat(finding.severity()).isEqualTo(Severity.ERROR);
        assertThat(finding.since()).hasValue(SINCE);
        assertThat(finding.sentence())
                .isEqualTo("newer data of dwd_order_item has been waiting since 2024-01-15T02:40:00Z in partition 1"
                        + " (last stable offset 1, high watermark 4, 3 offsets waiting, held from offset 1 on, 1 more open"
                        + " behind it), behind the transaction of producer 4001, epoch 3, transactional id not known, begun"
                        + " at 2024-01-15T02:40:00Z, 3 h ago, which is HANGING: so it is");
        assertThat(finding.advice())
                .containsSubsequence(
                        "checkpoints of the job",
                        "kafka-transactions.sh --bootstrap-server broker-a:9092 describe-producers --topic dwd_order_item"
                                + " --partition 1",
                        "find-hanging --topic dwd_order_item --partition 1",
                        "Aborting it drops its records, which a checkpoint or savepoint may count as written: first make sure"
                                + " that no job runs, or can be restored",
                        "kafka-transactions.sh --bootstrap-server broker-a:9092 abort --topic dwd_order_item --partition 1"
                                + " --start-offset 1",
                        "done by nobody but you");
    }

    @Test
    void all_longOfFlink_saysToWaitAndWhichJobToLookFor() {
        held(0, PartitionState.READY, transaction(610, 1, Optional.of("dwd-oi7i-0-2"), TransactionVerdict.LONG));

        Finding finding = only();

        assertThat(finding.severity()).isEqualTo(Severity.INFO);
        assertThat(finding.sentence()).contains("transactional id dwd-oi7i-0-2");
        assertThat(finding.advice())
                .startsWith("Wait: it ends by itself, at 2024-01-15T02:55:00Z at the latest.")
                .contains("'sink.transactional-id-prefix' = dwd-oi7i,")
                .contains("started again under another prefix")
                .contains("cancelled after a savepoint leaves its transaction open by design")
                .endsWith("describe --transactional-id dwd-oi7i-0-2")
                .doesNotContain(" abort --topic");
    }

    @Test
    void all_longForLongerThanItShould_isAWarning() {
        held(0, PartitionState.STALLED, transaction(610, 1, Optional.of("bank"), TransactionVerdict.LONG));

        assertThat(only().severity()).isEqualTo(Severity.WARNING);
        assertThat(only().advice()).doesNotContain("Flink");
    }

    @Test
    void all_unknown_saysToGrantAndNeverHowToAbort() {
        held(0, PartitionState.READY, transaction(610, 1, Optional.empty(), TransactionVerdict.UNKNOWN));

        assertThat(only().advice())
                .startsWith("If the sentence names a right, grant it")
                .doesNotContain(" abort --topic");
    }

    @Test
    void all_severalPartitionsBehindTheSame_isOne() {
        held(0, PartitionState.READY, transaction(610, 1, Optional.of("dwd-0-2"), TransactionVerdict.LONG));
        held(2, PartitionState.READY, transaction(610, 1, Optional.of("dwd-0-2"), TransactionVerdict.LONG));
        held(3, PartitionState.READY, transaction(611, 1, Optional.of("dwd-1-2"), TransactionVerdict.LONG));

        assertThat(subject.all())
                .extracting(Finding::sentence)
                .satisfiesExactly(
                        both -> assertThat(both).contains("in partition 0 (", "), partition 2 (", "producer 610"),
                        one -> assertThat(one).contains("in partition 3 (", "producer 611"));
    }

    /** It may begin elsewhere in each, and a marker is written to one partition. */
    @Test
    void all_hangingInSeveralPartitions_namesACommandForEach() {
        held(0, PartitionState.STALLED, transaction(4001, 1, Optional.empty(), TransactionVerdict.HANGING));
        held(2, PartitionState.STALLED, transaction(4001, 7, Optional.empty(), TransactionVerdict.HANGING));

        assertThat(only().advice())
                .contains("abort --topic dwd_order_item --partition 0 --start-offset 1 ; ")
                .contains("abort --topic dwd_order_item --partition 2 --start-offset 7 . ");
    }

    @Test
    void all_unseen_saysWhy() {
        subject.note(partition(
                0,
                PartitionState.READY,
                new WaitingData(3, SINCE, List.of(), Optional.of("grant it READ on topic dwd_order_item"))));

        assertThat(only().sentence())
                .endsWith("behind an open transaction, which is UNKNOWN: grant it READ on topic dwd_order_item");
        assertThat(only().advice()).contains("describe-producers");
    }

    @Test
    void all_notLookedAtYet_isNone() {
        held(0, PartitionState.READY);

        assertThat(subject.all()).isEmpty();
    }

    @Test
    void all_ageNotKnown_isNotMadeUp() {
        held(
                0,
                PartitionState.READY,
                new OpenTransaction(
                        4001,
                        3,
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        TransactionVerdict.UNKNOWN,
                        "so it is"));

        assertThat(only().sentence()).contains("transactional id not known, age not known, which is UNKNOWN");
    }

    @ParameterizedTest
    @CsvSource({"dwd-oi7i-0-2,dwd-oi7i", "c8-0-1,c8", "my-job-12-345,my-job"})
    void flinkPrefix_ofFlink_isWhatTheUserWrote(String id, String prefix) {
        assertThat(TransactionFindings.flinkPrefix(id)).hasValue(prefix);
    }

    @ParameterizedTest
    @CsvSource({"bank", "bank-1", "-0-1", "bank-a-1", "bank-0-"})
    void flinkPrefix_ofOthers_isNone(String id) {
        assertThat(TransactionFindings.flinkPrefix(id)).isEmpty();
    }
}
