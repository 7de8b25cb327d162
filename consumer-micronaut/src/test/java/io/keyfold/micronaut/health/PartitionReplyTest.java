package io.keyfold.micronaut.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionTallies;
import io.keyfold.metrics.RestoreProgress;
import io.keyfold.row.PartitionPosition;
import java.time.Duration;
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
                .isEqualTo("{\"partition\":3,\"state\":\"READY\",\"position\":1843,\"lag\":0,\"restored\":7}");
    }

    @Test
    void of_partitionThatIsRestored_tellsHowFarItIs() throws JsonProcessingException {
        RestoreProgress restore = new RestoreProgress(0, 1_000, 250, 200, Duration.ofSeconds(2));
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
                PartitionStatus.Freshness.UNKNOWN);

        assertThat(json(status))
                .isEqualTo("{\"partition\":3,\"state\":\"RESTORING\",\"position\":null,\"lag\":null,\"restored\":200,"
                        + "\"restore\":{\"from\":0,\"to\":1000,\"next\":250,\"records\":200,\"records_per_second\":100,"
                        + "\"remaining_ms\":6000},\"rebuilt\":\"it is corrupt\",\"out_of_order_timestamps\":5,"
                        + "\"without_timestamp\":6,\"bad_keys\":3,\"bad_values\":4,"
                        + "\"builds\":[{\"what\":\"index by_user\",\"rows\":40,\"estimated_rows\":400}]}");
    }

    @Test
    void of_restoreBeforeItsFirstRecords_saysNotHowLongItWillTake() throws JsonProcessingException {
        RestoreProgress restore = new RestoreProgress(10, 1_000, 10, 0, Duration.ZERO);
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
                PartitionStatus.Freshness.UNKNOWN);

        assertThat(json(status)).contains("\"records_per_second\":0}").doesNotContain("remaining_ms");
    }
}
