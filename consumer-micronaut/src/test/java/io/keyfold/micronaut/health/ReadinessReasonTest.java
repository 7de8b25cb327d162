package io.keyfold.micronaut.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.StaleRows;
import io.keyfold.health.PartitionDiagnosis;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.PartitionTallies;
import io.keyfold.metrics.TableCounts;
import io.keyfold.row.StaleMark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ReadinessReasonTest {

    private static TableStatus status(Optional<String> failure, PartitionState... states) {
        List<PartitionStatus> partitions = IntStream.range(0, states.length)
                .mapToObj(i -> new PartitionStatus(i, states[i], Optional.empty(), OptionalLong.empty(), 0))
                .toList();
        return new TableStatus(
                "orders",
                "orders-topic",
                3,
                states.length > 0,
                partitions,
                new TableCounts(0, 0, 0, 0, 0, 0, Map.of()),
                failure);
    }

    @Test
    void of_readyTable_isEmpty() {
        assertThat(ReadinessReason.of(status(Optional.empty(), PartitionState.READY)))
                .isEmpty();
    }

    @Test
    void of_someNotReady_namesThoseAlone() {
        assertThat(ReadinessReason.of(status(
                        Optional.empty(), PartitionState.RESTORING, PartitionState.READY, PartitionState.CATCHING_UP)))
                .contains("orders is not ready: partition 0 is restoring, partition 2 is catching up");
    }

    private static TableStatus suspect(StaleRows policy) {
        PartitionStatus.Freshness away = new PartitionStatus.Freshness(
                Optional.empty(),
                Optional.of(new StaleMark(Optional.empty(), "away for 2 days")),
                Optional.empty(),
                Optional.empty());
        PartitionStatus partition = new PartitionStatus(
                3,
                PartitionState.SUSPECT,
                Optional.empty(),
                OptionalLong.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                PartitionTallies.NONE,
                List.of(),
                away,
                LogEnd.UNKNOWN,
                new PartitionDiagnosis(Verdict.READING, "records come"));
        return new TableStatus(
                "orders",
                "orders-topic",
                4,
                true,
                List.of(partition),
                new TableCounts(0, 0, 0, 0, 0, 0, Map.of()),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                policy,
                Optional.empty());
    }

    @Test
    void of_suspectPartitionThatIsWithheld_saysWhy() {
        assertThat(ReadinessReason.of(suspect(StaleRows.WITHHOLD)))
                .contains("orders is not ready: partition 3 is suspect, and its rows are withheld (away for 2 days)");
    }

    @Test
    void of_suspectPartitionThatIsServedWithMarks_isEmpty() {
        assertThat(ReadinessReason.of(suspect(StaleRows.MARK))).isEmpty();
    }

    @Test
    void of_noneAssigned_saysSo() {
        assertThat(ReadinessReason.of(status(Optional.empty())))
                .contains(
                        "orders is not ready: the group has not told this instance its partitions of orders-topic yet");
    }

    @Test
    void of_failedTable_saysWhy() {
        assertThat(ReadinessReason.of(status(Optional.of("the disk is full"), PartitionState.READY)))
                .contains("orders is not ready: it has stopped for good: the disk is full");
    }
}
