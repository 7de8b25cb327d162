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
 * A page of a total's groups, as replies have it.
 *
 * @param groups the groups, in the order that was asked for
 * @param complete whether every partition was asked
 * @param missing the partitions whose rows are in no group here, and why
 * @param stale the partitions whose rows may have been deleted upstream, and why
 * @param waiting the partitions in which newer data waits behind an open transaction
 * @param standby the partitions of which a standby copy was read
 * @param asOf how far each partition that was asked had been read at least
 * @param nextPageToken the {@code page_token} of the next page; null on the last
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "TotalPage", description = "A page of a total's groups; it says whether rows may be missing, or stale")
record TotalsReply(
        List<Group> groups,
        boolean complete,
        List<MissingPartition> missing,
        List<StalePartitionReply> stale,
        List<WaitingPartitionReply> waiting,
        List<StandbyPartitionReply> standby,
        @JsonProperty("as_of") List<PartitionPosition> asOf,

        @JsonProperty("next_page_token") @Nullable @Schema(nullable = true)
        String nextPageToken) {

    /**
     * One group.
     *
     * @param group what its rows have in common, in the declaration's order
     * @param rows how many they are
     * @param value what is told of them, exact; null where there is nothing to tell, and of a top
     * @param top of a top the rows with the greatest values; absent of other measures
     * @param masked what the caller may not see of it: null stands for that; absent if nothing
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "Group", description = "What the rows of one group come to")
    record Group(
            @Schema(
                    type = "object",
                    implementation = Object.class,
                    example = "{\"order_status\":\"PAID\"}",
                    description = "What its rows have in common")
            RawJson group,

            long rows,

            @Schema(
                    implementation = Object.class,
                    nullable = true,
                    example = "1234.50",
                    description = "A number, or for min and max a value of the column, in its one spelling")
            RawJson value,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<TopRow> top,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<String> masked) {}

    /**
     * One of the greatest rows of a group.
     *
     * @param value its value
     * @param key its key
     * @param self where to read it; null if the caller may not see its key
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "TopRow", description = "One of the greatest rows of a group")
    record TopRow(
            @Schema(implementation = Object.class) RawJson value,

            @Schema(type = "object", implementation = Object.class)
            RawJson key,

            @Nullable @Schema(nullable = true, example = "/v1/tables/dwd_order_item/rows/A1001/I02")
            String self) {}

    /** {@return all that it says beside the groups} */
    PageEndReply end() {
        return new PageEndReply(complete, missing, stale, waiting, standby, asOf, nextPageToken);
    }
}
