package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.metrics.OpenTransaction;
import io.keyfold.metrics.TransactionVerdict;
import io.keyfold.store.TransactionDoctor.Bounds;
import io.keyfold.store.TransactionDoctor.Finding;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** UC-53: what is made of what a real broker told of real Flink sinks that were killed, restarted and cancelled. */
class RecordedTransactionsTest {

    private static final String INCREMENTING = "case7-hanging-transaction-incrementing";
    private static final String POOLING = "case7-hanging-transaction-pooling";

    /** Longer than all timeouts. */
    private static final Duration WATCHED = Duration.ofHours(3);

    private static Map<TopicPartition, Finding> look(RecordedSurvey survey, Instant now) throws InterruptedException {
        AtomicLong nanos = new AtomicLong();
        TransactionDoctor doctor = new TransactionDoctor(
                survey, (partition, offset, end) -> Optional.empty(), Clock.fixed(now, ZoneOffset.UTC), nanos::get);
        doctor.look(survey.bounds());
        nanos.addAndGet(WATCHED.toNanos());
        doctor.look(survey.bounds());
        return doctor.look(survey.bounds());
    }

    private static Map<Integer, OpenTransaction> holders(Map<TopicPartition, Finding> findings) {
        Map<Integer, OpenTransaction> holders = new TreeMap<>();
        findings.forEach((partition, found) ->
                holders.put(partition.partition(), found.transactions().get(0)));
        return holders;
    }

    private static List<Long> stableEnds(RecordedSurvey survey) {
        return survey.bounds().values().stream().map(Bounds::stableEnd).toList();
    }

    /** Also when a job under another prefix has committed since. */
    @ParameterizedTest
    @CsvSource({
        INCREMENTING + ",2-afterSigkill",
        INCREMENTING + ",3-otherPrefixJobCommitted",
        POOLING + ",2-afterSigkill",
        POOLING + ",3-otherPrefixJobCommitted"
    })
    void look_killedSink_isHeldByItsOldTransactionsUntilTheyTimeOut(String recording, String phase)
            throws InterruptedException {
        RecordedSurvey survey = RecordedSurvey.of(recording, phase);

        Map<TopicPartition, Finding> found = look(survey, survey.lastBegun().plusSeconds(5));

        assertThat(found.values())
                .allSatisfy(finding -> assertThat(finding.transactions())
                        .hasSize(2)
                        .extracting(OpenTransaction::verdict)
                        .containsOnly(TransactionVerdict.LONG));
        assertThat(holders(found).values())
                .extracting(OpenTransaction::startOffset)
                .containsExactlyElementsOf(stableEnds(survey));
    }

    @Test
    void look_killedSink_namesTheIdThatHoldsEachPartition() throws InterruptedException {
        RecordedSurvey survey = RecordedSurvey.of(INCREMENTING, "3-otherPrefixJobCommitted");

        Map<TopicPartition, Finding> found = look(survey, survey.lastBegun().plusSeconds(5));

        assertThat(holders(found).values())
                .extracting(holder -> holder.transactionalId().orElse(""))
                .containsExactly("dwd-oi7i-0-2", "dwd-oi7i-1-2", "dwd-oi7i-0-2");
    }

    /** That never happens to a broker that lives: it aborts them when their timeout is over. */
    @Test
    void look_killedSinkWhoseTransactionsOutliveAllTimeouts_isHanging() throws InterruptedException {
        RecordedSurvey survey = RecordedSurvey.of(INCREMENTING, "2-afterSigkill");

        Map<TopicPartition, Finding> found = look(survey, survey.lastBegun().plus(Duration.ofHours(3)));

        assertThat(holders(found).values())
                .extracting(OpenTransaction::verdict)
                .containsOnly(TransactionVerdict.HANGING);
    }

    @ParameterizedTest
    @CsvSource({
        INCREMENTING + ",1-afterBatch1Committed",
        INCREMENTING + ",4-samePrefixRestarted",
        "case7-cancelled-job,2-afterCancel"
    })
    void look_allEnded_findsNoneOpen(String recording, String phase) throws InterruptedException {
        RecordedSurvey survey = RecordedSurvey.of(recording, phase);

        assertThat(look(survey, survey.lastBegun()).values())
                .allSatisfy(finding -> assertThat(finding.transactions()).isEmpty());
    }

    /** Its savepoint holds the transaction, and the job that is restored from it commits it. */
    @Test
    void look_cancelledAfterASavepoint_isLong() throws InterruptedException {
        RecordedSurvey survey = RecordedSurvey.of("case8-restore-from-savepoint-exactly-once", "afterCancel");

        Map<Integer, OpenTransaction> holders =
                holders(look(survey, survey.lastBegun().plusSeconds(5)));

        assertThat(holders.values()).singleElement().satisfies(holder -> {
            assertThat(holder.transactionalId()).hasValue("c8-0-1");
            assertThat(holder.verdict()).isEqualTo(TransactionVerdict.LONG);
            assertThat(holder.startOffset()).isEqualTo(stableEnds(survey).get(0));
        });
    }
}
