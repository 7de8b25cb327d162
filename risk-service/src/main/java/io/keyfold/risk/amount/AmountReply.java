package io.keyfold.risk.amount;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.scan.FullScan;
import io.keyfold.query.Page;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user's live amount, as replies have it.
 *
 * @param userId the user
 * @param items how many items exist; a cancelled one does, a deleted one does not
 * @param amount what they cost together: a string, for no JSON reader is to round it
 * @param byStatus the same by order status
 * @param complete whether every partition was read
 * @param missing the partitions that were not, and why
 * @param stale the partitions whose items may have been deleted upstream, and why: the amount may be too high
 * @param asOf how far each partition had been read at least
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "What a user's live order items amount to; it says whether items may be missing, or stale")
record AmountReply(
        @JsonProperty("user_id") @Schema(example = "U01") String userId,
        long items,
        @Schema(example = "1234.50") String amount,
        @JsonProperty("by_status") List<StatusAmount> byStatus,
        boolean complete,
        List<Page.MissingPartition> missing,
        List<StalePartitionReply> stale,
        @JsonProperty("as_of") List<PartitionPosition> asOf) {

    static AmountReply of(String userId, LiveAmount amount, FullScan scan) {
        return new AmountReply(
                userId,
                amount.total().items(),
                amount.total().plainAmount(),
                amount.byStatus().entrySet().stream()
                        .map(entry -> new StatusAmount(
                                entry.getKey().orElse(null),
                                entry.getValue().items(),
                                entry.getValue().plainAmount()))
                        .toList(),
                scan.isComplete(),
                scan.missing(),
                StalePartitionReply.of(scan.stale()),
                scan.asOf());
    }

    /**
     * The part of one status.
     *
     * @param status the order status; null for items without one
     * @param items how many
     * @param amount what they cost together
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record StatusAmount(
            @Nullable @Schema(example = "PAID") String status,
            long items,
            @Schema(example = "1234.50") String amount) {}
}
