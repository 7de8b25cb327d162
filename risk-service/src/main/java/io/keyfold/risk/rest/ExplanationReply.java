package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Why an alert is open.
 *
 * @param alert what it says
 * @param items the rows behind it: as they are now: those that the alert names; else the user's that were changed within the time that
 *     the rule says, or all of the user's, the last changed first
 * @param more whether there are more than are listed
 * @param complete whether every partition could be asked
 * @param missing those that could not, and why
 * @param asOf how far each partition of the items had been read at least; the alert's own positions are in the alert
 * @param stale partitions in which deletes may have been missed, and why
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Explanation", description = "Why an alert is open, and the rows behind it")
record ExplanationReply(
        AlertReply alert,
        List<ItemsReply.ItemReply> items,
        boolean more,
        boolean complete,
        List<MissingPartition> missing,
        @JsonProperty("as_of") List<PartitionPosition> asOf,
        List<StalePartitionReply> stale) {}
