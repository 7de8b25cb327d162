package io.keyfold.dashboard.totals;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.health.PartitionReply;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.micronaut.scan.FullScan;
import io.keyfold.query.Page;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the dashboard says: the totals, or why there are none yet. */
sealed interface TotalsReply {

    /** {@return the name of the server-sent event} */
    String event();

    /**
     * The totals.
     *
     * @param at when the table was asked, ISO-8601 in UTC: what was written to the topic before and read is in here
     * @param orders how many orders have items
     * @param items how many items exist; a cancelled one does, a deleted one does not
     * @param amount what they cost together: a string, for no JSON reader is to round it
     * @param byStatus the same by order status, most items first
     * @param complete whether every partition was read
     * @param missing the partitions that were not, and why
     * @param stale the partitions whose items may have been deleted upstream, and why: the amount may be too high
     * @param asOf how far each partition had been read at least
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "Totals", description = "Live totals of order items; it says whether items may be missing, or stale")
    record Ready(
            @Schema(format = "date-time") String at,
            long orders,
            long items,
            @Schema(example = "1234.50") String amount,
            @JsonProperty("by_status") List<StatusTotal> byStatus,
            boolean complete,
            List<Page.MissingPartition> missing,
            List<StalePartitionReply> stale,
            @JsonProperty("as_of") List<PartitionPosition> asOf)
            implements TotalsReply {

        static Ready of(Instant at, Totals totals, FullScan scan) {
            List<StatusTotal> byStatus = totals.statuses().stream()
                    .map(status -> StatusTotal.of(status.orElse(null), totals.of(status)))
                    .sorted(StatusTotal.MOST_ITEMS_FIRST)
                    .toList();
            return new Ready(
                    at.toString(),
                    totals.orders(),
                    totals.all().items(),
                    totals.all().plainAmount(),
                    byStatus,
                    scan.isComplete(),
                    scan.missing(),
                    StalePartitionReply.of(scan.stale()),
                    scan.asOf());
        }

        @Override
        public String event() {
            return "totals";
        }
    }

    /**
     * The part of one status.
     *
     * @param status the order status; null for items without one
     * @param items how many
     * @param amount what they cost together
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record StatusTotal(
            @Nullable @Schema(example = "PAID") String status,
            long items,
            @Schema(example = "1234.50") String amount) {

        static final Comparator<StatusTotal> MOST_ITEMS_FIRST = Comparator.comparingLong(StatusTotal::items)
                .reversed()
                .thenComparing(total -> String.valueOf(total.status()));

        static StatusTotal of(@Nullable String status, Totals.Sum sum) {
            return new StatusTotal(status, sum.items(), sum.plainAmount());
        }
    }

    /**
     * No totals yet.
     *
     * @param reason why, in words
     * @param partitions how far each partition is
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record NotReady(String reason, List<PartitionReply> partitions) implements TotalsReply {

        @Override
        public String event() {
            return "not-ready";
        }
    }
}
