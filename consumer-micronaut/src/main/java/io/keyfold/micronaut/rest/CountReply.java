package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.health.StandbyPartitionReply;
import io.keyfold.micronaut.health.WaitingPartitionReply;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many rows there are, as replies have it.
 *
 * @param rows rows counted
 * @param complete whether every partition was asked, and counted to its end
 * @param missing the partitions whose rows are not in it, and why
 * @param stale the partitions whose rows may have been deleted upstream, and why
 * @param waiting the partitions in which newer data waits behind an open transaction
 * @param standby the partitions of which a standby copy was read
 * @param asOf how far each partition that was asked had been read at least
 * @param nextPageToken the {@code page_token} that goes on counting; null when counted to the end
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Count", description = "How many rows there are; it says whether all were counted")
record CountReply(
        long rows,
        boolean complete,
        List<MissingPartition> missing,
        List<StalePartitionReply> stale,
        List<WaitingPartitionReply> waiting,
        List<StandbyPartitionReply> standby,
        @JsonProperty("as_of") List<PartitionPosition> asOf,

        @JsonProperty("next_page_token") @Nullable @Schema(nullable = true)
        String nextPageToken) {

    static CountReply of(Counting counted, @Nullable String next) {
        return new CountReply(
                counted.rows(),
                counted.hasAskedAll() && next == null,
                counted.missing(),
                StalePartitionReply.of(counted.stale()),
                WaitingPartitionReply.of(counted.waiting()),
                StandbyPartitionReply.of(counted.standby()),
                counted.asOf(),
                next);
    }
}
