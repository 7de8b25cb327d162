package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.store.TransactionEvidence.Opinion;
import io.keyfold.store.TransactionEvidence.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** UC-53: who says HANGING makes people abort; it is said of nothing that an owner may still end. */
class TransactionEvidenceTest {

    private static final TopicPartition HERE = new TopicPartition("dwd_order_item", 1);
    private static final TopicPartition THERE = new TopicPartition("dwd_order_item", 2);
    private static final Instant START = Instant.parse("2024-01-15T02:40:00Z");
    private static final Duration TIMEOUT = Duration.ofMinutes(15);
    private static final Instant TIMED_OUT = START.plus(TIMEOUT);
    private static final Instant OVERDUE =
            TIMED_OUT.plus(TransactionEvidence.GRACE).plusMillis(1);
    private static final int EPOCH = 3;

    private static TransactionEvidence evidence(Told told, RecordTime firstRecord) {
        return evidence(told, firstRecord, Optional.of(TIMEOUT), Duration.ofDays(1));
    }

    private static TransactionEvidence evidence(Told told, Optional<Duration> longest) {
        return evidence(told, longest, Duration.ofDays(1));
    }

    private static TransactionEvidence evidence(Told told, Optional<Duration> longest, Duration seenFor) {
        return evidence(told, new RecordTime(START.plusSeconds(1), false), longest, seenFor);
    }

    private static TransactionEvidence evidence(
            Told told, RecordTime firstRecord, Optional<Duration> longest, Duration seenFor) {
        ProducerState producer =
                new ProducerState(4001, EPOCH, 0, START.toEpochMilli(), OptionalInt.empty(), OptionalLong.of(1));
        return new TransactionEvidence(HERE, producer, told, Optional.of(firstRecord), longest, seenFor);
    }

    private static TransactionEvidence evidence(Told told) {
        return evidence(told, Optional.empty());
    }

    private static Told known(TransactionState state, int epoch, TopicPartition... partitions) {
        return known(4001, state, epoch, OptionalLong.of(START.toEpochMilli()), partitions);
    }

    private static Told known(
            long producerId, TransactionState state, int epoch, OptionalLong start, TopicPartition... partitions) {
        return new Told.Known(
                "dwd-0-7",
                new TransactionDescription(0, state, producerId, epoch, TIMEOUT.toMillis(), start, Set.of(partitions)));
    }

    private static Told ongoing() {
        return known(TransactionState.ONGOING, EPOCH, HERE, THERE);
    }

    @Test
    void opinion_ownedAndInTime_isLongUntilItsTimeout() {
        Opinion opinion = evidence(ongoing()).opinion(TIMED_OUT);

        assertThat(opinion)
                .isEqualTo(new Opinion(
                        TransactionVerdict.LONG,
                        "its coordinator has it as Ongoing and aborts it at 2024-01-15T02:55:00Z if nobody ends it"
                                + " before"));
    }

    @Test
    void opinion_ownedAndJustTimedOut_isLongForItsCoordinatorIsAboutToAbortIt() {
        Opinion opinion = evidence(ongoing(), Optional.of(Duration.ofMinutes(1)))
                .opinion(TIMED_OUT.plus(TransactionEvidence.GRACE));

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.LONG);
        assertThat(opinion.why()).contains("is about to abort it, for its timeout passed at 2024-01-15T02:55:00Z");
    }

    @Test
    void opinion_ownedAndOverdue_isUnknownWhereTheLongestTimeoutMayNotBeRead() {
        Opinion opinion = evidence(ongoing()).opinion(START.plus(Duration.ofDays(30)));

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.UNKNOWN);
        assertThat(opinion.why()).startsWith("its timeout passed at 2024-01-15T02:55:00Z");
    }

    @Test
    void opinion_ownedAndOverdueButWithinTheLongestTimeout_isUnknown() {
        Opinion opinion = evidence(ongoing(), Optional.of(Duration.ofHours(1))).opinion(OVERDUE);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.UNKNOWN);
    }

    @Test
    void opinion_ownedAndOlderThanTheLongestTimeout_isHanging() {
        Opinion opinion = evidence(ongoing(), Optional.of(TIMEOUT)).opinion(OVERDUE);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.HANGING);
        assertThat(opinion.why())
                .startsWith("it is older than the longest timeout that the brokers allow (900 s)")
                .endsWith("has not aborted it");
    }

    /** Whoever's clock is wrong: who has not watched it for its own timeout cannot know. */
    @Test
    void opinion_olderThanTheLongestTimeoutByTheClockAlone_isUnknown() {
        Duration watched = TIMEOUT.plus(TransactionEvidence.GRACE);

        assertThat(evidence(ongoing(), Optional.of(TIMEOUT), watched)
                        .opinion(OVERDUE)
                        .verdict())
                .isEqualTo(TransactionVerdict.UNKNOWN);
        assertThat(evidence(ongoing(), Optional.of(TIMEOUT), watched.plusNanos(1))
                        .opinion(OVERDUE)
                        .verdict())
                .isEqualTo(TransactionVerdict.HANGING);
    }

    /** Flink writes the time of the event: in a backfill all records are of years ago. */
    @Test
    void opinion_coordinatorTellsNoStart_isNotJudgedByTheTimeOfItsRecords() {
        Told noStart = known(4001, TransactionState.ONGOING, EPOCH, OptionalLong.empty(), HERE);

        TransactionEvidence subject = evidence(noStart, new RecordTime(START.minus(Duration.ofDays(900)), true));

        assertThat(subject.isOverdue(OVERDUE)).isFalse();
        assertThat(subject.opinion(OVERDUE))
                .isEqualTo(new Opinion(TransactionVerdict.LONG, "its coordinator has it as Ongoing"));
    }

    /** Its id was given to another between list and description. */
    @ParameterizedTest
    @EnumSource(names = {"EMPTY", "ONGOING", "PREPARE_COMMIT", "COMPLETE_COMMIT"})
    void opinion_itsIdHasAnotherProducer_isUnknown(TransactionState state) {
        TransactionEvidence subject =
                evidence(known(4002, state, EPOCH, OptionalLong.of(START.toEpochMilli())), Optional.of(TIMEOUT));

        Opinion opinion = subject.opinion(OVERDUE);

        assertThat(opinion)
                .isEqualTo(new Opinion(
                        TransactionVerdict.UNKNOWN,
                        "transactional id dwd-0-7, which had its producer, has another one by now (4002)"));
        assertThat(subject.as(opinion).state()).isEmpty();
        assertThat(subject.as(opinion).timeout()).isEmpty();
    }

    @Test
    void opinion_nobodyKnowsIt_isHanging() {
        Opinion opinion = evidence(new Told.Nobody()).opinion(START);

        assertThat(opinion)
                .isEqualTo(
                        new Opinion(TransactionVerdict.HANGING, "no coordinator knows a transaction of its producer"));
    }

    @ParameterizedTest
    @EnumSource(names = {"EMPTY", "COMPLETE_COMMIT", "COMPLETE_ABORT"})
    void opinion_itsCoordinatorIsDone_isHanging(TransactionState state) {
        Opinion opinion = evidence(known(state, EPOCH)).opinion(START);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.HANGING);
        assertThat(opinion.why())
                .isEqualTo("its coordinator has no open transaction of its producer in this partition (" + state
                        + ", epoch 3)");
    }

    @Test
    void opinion_aLaterTransactionElsewhere_isHanging() {
        Opinion opinion =
                evidence(known(TransactionState.ONGOING, EPOCH + 1, THERE)).opinion(START);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.HANGING);
    }

    /** A marker of a later epoch ends whatever its producer has open in the partition. */
    @Test
    void opinion_aLaterTransactionInThisPartition_isLong() {
        Opinion opinion =
                evidence(known(TransactionState.ONGOING, EPOCH + 1, HERE)).opinion(TIMED_OUT);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.LONG);
        assertThat(opinion.why()).contains("(epoch 4), whose end will end this one, too");
    }

    @Test
    void opinion_aLaterTransactionThatIsOverdue_isUnknown() {
        Opinion opinion = evidence(known(TransactionState.ONGOING, EPOCH + 1, HERE), Optional.of(TIMEOUT))
                .opinion(OVERDUE);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.UNKNOWN);
        assertThat(opinion.why()).contains("the timeout of that passed at 2024-01-15T02:55:00Z");
    }

    @Test
    void opinion_anOlderEpochInThisPartition_isUnknown() {
        Opinion opinion =
                evidence(known(TransactionState.ONGOING, EPOCH - 1, HERE)).opinion(START);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.UNKNOWN);
    }

    /** A transaction that is being ended bears the next epoch, and partitions leave it as their markers are written. */
    @ParameterizedTest
    @EnumSource(names = {"PREPARE_COMMIT", "PREPARE_ABORT", "PREPARE_EPOCH_FENCE"})
    void opinion_beingEnded_isLong(TransactionState state) {
        Opinion opinion = evidence(known(state, EPOCH + 1)).opinion(TIMED_OUT);

        assertThat(opinion)
                .isEqualTo(new Opinion(TransactionVerdict.LONG, "its coordinator is ending it (" + state + ")"));
    }

    @Test
    void opinion_beingEndedForTooLong_isUnknownAndNeverHanging() {
        Opinion opinion = evidence(known(TransactionState.PREPARE_COMMIT, EPOCH + 1, HERE), Optional.of(TIMEOUT))
                .opinion(START.plus(Duration.ofDays(1)));

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.UNKNOWN);
        assertThat(opinion.why()).endsWith("and the marker is not here");
    }

    @Test
    void opinion_aStateOfALaterKafka_isUnknown() {
        Opinion opinion = evidence(known(TransactionState.UNKNOWN, EPOCH, HERE)).opinion(START);

        assertThat(opinion.verdict()).isEqualTo(TransactionVerdict.UNKNOWN);
    }

    @Test
    void opinion_notTold_isUnknownHoweverOldItIs() {
        Opinion opinion = evidence(new Told.Unseen("broker 2 does not answer"), Optional.of(TIMEOUT))
                .opinion(START.plus(Duration.ofDays(30)));

        assertThat(opinion)
                .isEqualTo(new Opinion(
                        TransactionVerdict.UNKNOWN,
                        "it is not known whether a coordinator owns it: broker 2 does not answer"));
    }

    @Test
    void as_owned_hasWhatItsCoordinatorSays() {
        TransactionEvidence subject = evidence(ongoing());

        OpenTransaction transaction = subject.as(subject.opinion(START));

        assertThat(transaction.producerId()).isEqualTo(4001);
        assertThat(transaction.producerEpoch()).isEqualTo(EPOCH);
        assertThat(transaction.startOffset()).isEqualTo(1);
        assertThat(transaction.startedAt()).hasValue(START);
        assertThat(transaction.transactionalId()).hasValue("dwd-0-7");
        assertThat(transaction.state()).hasValue("Ongoing");
        assertThat(transaction.timeout()).hasValue(TIMEOUT);
    }

    /** What its coordinator has began at another time, and has another timeout. */
    @Test
    void as_disowned_hasTheTimeOfItsFirstRecordAndNoTimeout() {
        TransactionEvidence subject = evidence(known(TransactionState.ONGOING, EPOCH + 1, THERE));

        OpenTransaction transaction = subject.as(subject.opinion(START));

        assertThat(transaction.startedAt()).hasValue(START.plusSeconds(1));
        assertThat(transaction.transactionalId()).hasValue("dwd-0-7");
        assertThat(transaction.timeout()).isEmpty();
    }

    /** A backfill by a sink that this principal may not see. */
    @Test
    void as_notToldAndItsRecordsBearTheTimeOfTheEvent_hasNoStartAndSaysThatTime() {
        RecordTime yearsAgo = new RecordTime(Instant.parse("2021-06-01T00:00:00Z"), false);
        TransactionEvidence subject = evidence(new Told.Unseen("grant it DESCRIBE"), yearsAgo);

        OpenTransaction transaction = subject.as(subject.opinion(START));

        assertThat(transaction.startedAt()).isEmpty();
        assertThat(transaction.why())
                .isEqualTo("it is not known whether a coordinator owns it: grant it DESCRIBE; its first record bears"
                        + " the time 2021-06-01T00:00:00Z");
    }

    @Test
    void as_notToldAndTheBrokerSetTheTime_beganThen() {
        TransactionEvidence subject = evidence(new Told.Unseen("grant it DESCRIBE"), new RecordTime(START, true));

        OpenTransaction transaction = subject.as(subject.opinion(START));

        assertThat(transaction.startedAt()).hasValue(START);
        assertThat(transaction.why()).endsWith("grant it DESCRIBE");
    }

    @Test
    void as_ownedWithoutAStart_hasNoneOfItsRecords() {
        TransactionEvidence subject = evidence(
                known(4001, TransactionState.ONGOING, EPOCH, OptionalLong.empty(), HERE), new RecordTime(START, false));

        assertThat(subject.as(subject.opinion(OVERDUE)).startedAt()).isEmpty();
    }

    /** Nobody else can tell its age. */
    @Test
    void as_hanging_hasTheTimeOfItsFirstRecord() {
        TransactionEvidence subject = evidence(new Told.Nobody(), new RecordTime(START, false));

        OpenTransaction transaction = subject.as(subject.opinion(OVERDUE));

        assertThat(transaction.startedAt()).hasValue(START);
        assertThat(transaction.why()).isEqualTo("no coordinator knows a transaction of its producer");
    }
}
