package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a table, as replies have it.
 *
 * @param partition the partition
 * @param state what it is doing on this instance
 * @param position the next offset to read; null before the first read
 * @param lag offsets between the position and the last stable offset, transaction markers included; null if not known
 * @param restored records restored since the partition was assigned
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "One partition of a table on this instance")
public record PartitionReply(
        int partition,
        PartitionState state,
        @Nullable @Schema(nullable = true) Long position,
        @Nullable @Schema(nullable = true) Long lag,
        long restored) {

    /**
     * {@return the reply for a partition}
     *
     * @param status its state
     */
    public static PartitionReply of(PartitionStatus status) {
        return new PartitionReply(
                status.partition(),
                status.state(),
                status.position().map(PartitionPosition::position).orElse(null),
                status.lag().isPresent() ? status.lag().getAsLong() : null,
                status.restored());
    }
}
