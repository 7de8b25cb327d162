package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keyfold.query.Page.WaitingPartition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * A partition in which newer data waits behind an open transaction, as replies have it.
 *
 * @param partition the partition
 * @param since since when, as far as is known, ISO-8601 in UTC
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "WaitingPartition", description = "A partition in which newer data waits behind an open transaction")
public record WaitingPartitionReply(
        int partition, @Schema(format = "date-time") String since) {

    /**
     * {@return the replies for partitions, in their order}
     *
     * @param waiting the partitions
     */
    public static List<WaitingPartitionReply> of(List<WaitingPartition> waiting) {
        return waiting.stream()
                .map(partition -> new WaitingPartitionReply(
                        partition.partition(), partition.mark().since().toString()))
                .toList();
    }
}
