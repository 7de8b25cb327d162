package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.query.Page.StalePartition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition whose rows may have been deleted upstream, as replies have it.
 *
 * @param partition the partition
 * @param caughtUpAt as of when every delete is known to have been seen, ISO-8601 in UTC; null where nothing is known
 * @param reason why that is not enough, in words
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "StalePartition", description = "A partition whose rows may have been deleted upstream, and why")
public record StalePartitionReply(
        int partition,

        @JsonProperty("caught_up_at") @Nullable @Schema(nullable = true, format = "date-time")
        String caughtUpAt,

        String reason) {

    /**
     * {@return the replies for partitions, in their order}
     *
     * @param stale the partitions
     */
    public static List<StalePartitionReply> of(List<StalePartition> stale) {
        return stale.stream().map(StalePartitionReply::of).toList();
    }

    private static StalePartitionReply of(StalePartition stale) {
        return new StalePartitionReply(
                stale.partition(),
                stale.mark().caughtUpAt().map(Instant::toString).orElse(null),
                stale.mark().reason());
    }
}
