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
 * The last line of a list as lines: what a page says beside its rows.
 *
 * @param complete as the page has it
 * @param missing as the page has it
 * @param stale as the page has it
 * @param waiting as the page has it
 * @param standby as the page has it
 * @param asOf as the page has it
 * @param nextPageToken as the page has it
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record PageEndReply(
        boolean complete,
        List<MissingPartition> missing,
        List<StalePartitionReply> stale,
        List<WaitingPartitionReply> waiting,
        List<StandbyPartitionReply> standby,
        @JsonProperty("as_of") List<PartitionPosition> asOf,

        @JsonProperty("next_page_token") @Nullable @Schema(nullable = true)
        String nextPageToken) {}
