package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.health.StandbyPartitionReply;
import io.keyfold.micronaut.health.WaitingPartitionReply;
import io.keyfold.query.Page;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of rows, as replies have it.
 *
 * @param rows the rows, in the order that was asked for
 * @param complete whether every partition was asked
 * @param missing the partitions whose rows are not here, and why
 * @param stale the partitions whose rows may have been deleted upstream, and why; each such row says so too
 * @param waiting the partitions in which newer data waits behind an open transaction; each of their rows says so too
 * @param standby the partitions of which a standby copy was read; each of their rows says so too
 * @param asOf how far each partition that was asked had been read at least
 * @param nextPageToken the {@code page_token} of the next page; null on the last
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "A page of rows; it says whether rows may be missing, or stale")
record RowsReply(
        List<RowReply> rows,
        boolean complete,
        List<Page.MissingPartition> missing,
        List<StalePartitionReply> stale,
        List<WaitingPartitionReply> waiting,
        List<StandbyPartitionReply> standby,
        @JsonProperty("as_of") List<PartitionPosition> asOf,

        @JsonProperty("next_page_token") @Nullable @Schema(nullable = true)
        String nextPageToken) {

    /** {@return all that it says beside the rows} */
    PageEndReply end() {
        return new PageEndReply(complete, missing, stale, waiting, standby, asOf, nextPageToken);
    }
}
