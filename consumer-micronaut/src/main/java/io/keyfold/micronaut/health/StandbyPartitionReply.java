package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.query.Page.StandbyPartition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * A partition of which a standby copy was read, as replies have it.
 *
 * @param partition the partition
 * @param readThrough as of when all that could be read of it is in the copy, at least, ISO-8601 in UTC
 */
@Schema(name = "StandbyPartition", description = "A partition of which a standby copy was read")
public record StandbyPartitionReply(
        int partition,

        @JsonProperty("read_through") @Schema(format = "date-time")
        String readThrough) {

    /**
     * {@return the replies for partitions, in their order}
     *
     * @param standby the partitions
     */
    public static List<StandbyPartitionReply> of(List<StandbyPartition> standby) {
        return standby.stream()
                .map(partition -> new StandbyPartitionReply(
                        partition.partition(), partition.mark().readThrough().toString()))
                .toList();
    }
}
