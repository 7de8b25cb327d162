package io.keyfold.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.PartitionTallies;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SilenceFindingsTest {

    private static final Instant READ = Instant.parse("2024-01-15T02:40:00Z");

    private final SilenceFindings subject = new SilenceFindings("dwd_order_item");

    private static PartitionStatus partition(
            int partition, PartitionState state, Verdict verdict, Optional<Instant> oldestUnread) {
        LogEnd end = new LogEnd(
                OptionalLong.of(9),
                OptionalLong.of(9),
                Optional.of(READ.plusSeconds(partition)),
                Optional.of(READ),
                Optional.of(READ.plusSeconds(partition)),
                OptionalLong.of(2),
                oldestUnread,
                Optional.empty());
        return new PartitionStatus(
                partition,
                state,
                Optional.empty(),
                OptionalLong.of(6),
                0,
                Optional.empty(),
                Optional.empty(),
                PartitionTallies.NONE,
                List.of(),
                PartitionStatus.Freshness.UNKNOWN,
                end,
                new PartitionDiagnosis(verdict, "so it is"));
    }

    @Test
    void all_ready_isNone() {
        subject.note(partition(0, PartitionState.READY, Verdict.IDLE, Optional.empty()));

        assertThat(subject.all()).isEmpty();
    }

    /** UC-58: of an oldest record without timestamp nothing is said. */
    @Test
    void all_lagging_isOneWarningForAllPartitions() {
        subject.note(partition(3, PartitionState.LAGGING, Verdict.LAGGING, Optional.of(READ.plusSeconds(7))));
        subject.note(partition(1, PartitionState.LAGGING, Verdict.LAGGING, Optional.empty()));

        assertThat(subject.all()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("reader-lags");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.since()).hasValue(READ.plusSeconds(1));
            assertThat(finding.sentence())
                    .isEqualTo(
                            "what was committed is not read in time: partition 3, 6 offsets left, all that was committed by"
                                    + " 2024-01-15T02:40:03Z is read, the oldest unread record is of 2024-01-15T02:40:07Z; partition 1,"
                                    + " 6 offsets left, all that was committed by 2024-01-15T02:40:01Z is read");
        });
    }

    @Test
    void all_brokerSilent_isAnErrorAndNoLag() {
        subject.note(partition(1, PartitionState.LAGGING, Verdict.BROKER_SILENT, Optional.empty()));

        assertThat(subject.all()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("broker-silent");
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.since()).hasValue(READ.plusSeconds(1));
            assertThat(finding.sentence())
                    .isEqualTo("the broker does not say where the logs end: partition 1, so it is");
        });
    }
}
