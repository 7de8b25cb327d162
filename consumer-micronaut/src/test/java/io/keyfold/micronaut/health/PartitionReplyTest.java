package io.keyfold.micronaut.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.health.PartitionDiagnosis;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.AuditProgress;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.PartitionTallies;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class PartitionReplyTest {

    private static String json(PartitionStatus status) throws JsonProcessingException {
        return new ObjectMapper().writeValueAsString(PartitionReply.of(status));
    }

    @Test
    void of_partitionOfWhichNothingElseIsToBeSaid_isAsItWas() throws JsonProcessingException {
        PartitionStatus status = new PartitionStatus(
                3, PartitionState.READY, Optional.of(new PartitionPosition("t", 3, 1843)), OptionalLong.of(0), 7);

        assertThat(json(status))
                .isEqualTo(
                        "{\"partition\":3,\"state\":\"READY\",\"diagnosis\":{\"verdict\":\"READING\",\"sentence\":\"nothing is to be said of it\"},\"position\":1843,\"lag\":0,\"restored\":7}");
    }

    @Test
    void of_partitionThatIsRestored_tellsHowFarItIs() throws JsonProcessingException {
        RestoreProgress restore = new RestoreProgress(0, 1_000, 250, 200, Duration.ofSeconds(2), Duration.ZERO);
        PartitionStatus status = new PartitionStatus(
                3,
                PartitionState.RESTORING,
                Optional.empty(),
                OptionalLong.empty(),
                200,
                Optional.of(restore),
                Optional.of("it is corrupt"),
                new PartitionTallies(3, 4, 5, 6),
                List.of(new BuildProgress("index by_user", 40, 400)),
                PartitionStatus.Freshness.UNKNOWN,
                LogEnd.UNKNOWN,
                new PartitionDiagnosis(Verdict.READING, "records come"));

        assertThat(json(status))
                .isEqualTo(
                        "{\"partition\":3,\"state\":\"RESTORING\",\"diagnosis\":{\"verdict\":\"READING\",\"sentence\":\"records come\"},\"position\":null,\"lag\":null,\"restored\":200,"
                                + "\"restore\":{\"from\":0,\"to\":1000,\"next\":250,\"records\":200,\"records_per_second\":100,"
                                + "\"remaining_ms\":6000},\"rebuilt\":\"it is corrupt\",\"out_of_order_timestamps\":5,"
                                + "\"without_timestamp\":6,\"bad_keys\":3,\"bad_values\":4,"
                                + "\"builds\":[{\"what\":\"index by_user\",\"rows\":40,\"estimated_rows\":400}]}");
    }

    private static PartitionStatus status(PartitionState state, PartitionStatus.Freshness freshness) {
        return new PartitionStatus(
                3,
                state,
                Optional.empty(),
                OptionalLong.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                PartitionTallies.NONE,
                List.of(),
                freshness,
                LogEnd.UNKNOWN,
                new PartitionDiagnosis(Verdict.READING, "records come"));
    }

    @Test
    void of_partitionThatIsAudited_tellsWhyAndHowFarItIs() throws JsonProcessingException {
        Optional<Instant> caughtUpAt = Optional.of(Instant.parse("2024-01-15T02:40:00Z"));
        AuditProgress audit = new AuditProgress(
                AuditKind.ZOMBIES, AuditProgress.Phase.SCANNING, 0, 1_000, 250, 200, 0, Duration.ofSeconds(2));

        String json = json(status(
                PartitionState.AUDITING,
                new PartitionStatus.Freshness(
                        caughtUpAt,
                        Optional.of(new StaleMark(caughtUpAt, "away for 2 days")),
                        Optional.of(audit),
                        Optional.empty())));

        assertThat(json)
                .isEqualTo(
                        "{\"partition\":3,\"state\":\"AUDITING\",\"diagnosis\":{\"verdict\":\"READING\",\"sentence\":\"records come\"},\"position\":null,\"lag\":null,\"restored\":0,"
                                + "\"caught_up_at\":\"2024-01-15T02:40:00Z\",\"stale\":\"away for 2 days\","
                                + "\"audit\":{\"kind\":\"ZOMBIES\",\"phase\":\"SCANNING\",\"from\":0,\"to\":1000,\"next\":250,"
                                + "\"rows\":200,\"swept\":0,\"elapsed_ms\":2000,\"remaining_ms\":6000}}");
    }

    private static String lastAudit(AuditKind kind, Optional<String> inconclusive) throws JsonProcessingException {
        PartitionAudit audit = new PartitionAudit(
                3,
                kind,
                Instant.parse("2024-01-16T02:40:00Z"),
                Duration.ofSeconds(9),
                1_000,
                900,
                2,
                1,
                0,
                2_000,
                inconclusive);
        return json(status(
                PartitionState.READY,
                new PartitionStatus.Freshness(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(audit))));
    }

    @Test
    void of_partitionThatWasAudited_tellsWhatWasFound() throws JsonProcessingException {
        assertThat(lastAudit(AuditKind.FULL, Optional.empty()))
                .endsWith("\"restored\":0,\"last_audit\":{\"kind\":\"FULL\",\"started_at\":\"2024-01-16T02:40:00Z\","
                        + "\"took_ms\":9000,\"records\":1000,\"rows\":900,\"swept\":2,\"missing\":1,\"older\":0}}");
    }

    /** Zero would say that they were looked for. */
    @Test
    void of_auditThatDidNotLookForMissingRows_saysNothingOfThem() throws JsonProcessingException {
        assertThat(lastAudit(AuditKind.ZOMBIES, Optional.of("moved away")))
                .endsWith("\"swept\":2,\"inconclusive\":\"moved away\"}}");
    }

    @Test
    void of_restoreBeforeItsFirstRecords_saysNotHowLongItWillTake() throws JsonProcessingException {
        RestoreProgress restore = new RestoreProgress(10, 1_000, 10, 0, Duration.ZERO, Duration.ZERO);
        PartitionStatus status = new PartitionStatus(
                0,
                PartitionState.RESTORING,
                Optional.empty(),
                OptionalLong.empty(),
                0,
                Optional.of(restore),
                Optional.empty(),
                PartitionTallies.NONE,
                List.of(),
                PartitionStatus.Freshness.UNKNOWN,
                LogEnd.UNKNOWN,
                new PartitionDiagnosis(Verdict.READING, "records come"));

        assertThat(json(status)).contains("\"records_per_second\":0}").doesNotContain("remaining_ms");
    }
}
