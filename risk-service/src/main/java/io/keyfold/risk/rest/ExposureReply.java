package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.risk.exposure.Exposure;
import io.keyfold.risk.exposure.StatusSum;
import io.keyfold.risk.stream.UserAnswer;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user's live order items come to. Amounts are texts, exact to the cent.
 *
 * @param userId who
 * @param exposure all of them
 * @param byStatus the same by status
 * @param trailing those that were changed in the last minutes
 * @param at when it was asked, ISO-8601 in UTC
 * @param asOf up to which position, exclusive, each partition of the table is in this
 * @param stale partitions of the table in which deletes may have been missed
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Exposure", description = "What a user's live order items come to")
record ExposureReply(
        @JsonProperty("user_id") @Schema(example = "U01") String userId,
        Sum exposure,
        @JsonProperty("by_status") List<StatusAmount> byStatus,
        List<TrailingSum> trailing,
        @Schema(format = "date-time") String at,
        @JsonProperty("as_of") List<PartitionPosition> asOf,
        List<Integer> stale) {

    private static final int CENTS = 2;

    static ExposureReply of(String userId, UserAnswer answer, String topic) {
        return new ExposureReply(
                userId,
                Sum.of(answer.exposure()),
                answer.byStatus().stream().map(StatusAmount::of).toList(),
                answer.trailing().stream()
                        .map(trailing -> new TrailingSum(trailing.within().toString(), Sum.of(trailing.exposure())))
                        .toList(),
                answer.at().toString(),
                Positions.of(topic, answer.asOf()),
                answer.stale());
    }

    static String cents(BigDecimal amount) {
        return amount.setScale(CENTS).toPlainString();
    }

    /**
     * What items come to.
     *
     * @param items how many
     * @param openAmount what those cost together that are neither cancelled nor done
     * @param cancelled how many of them were cancelled
     * @param cancelledShare which part that is, 0 .. 1
     * @param largestItem the greatest amount of a single item; null if none has an amount
     * @param distinctSkus how many different things
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "ExposureSum")
    record Sum(
            long items,

            @JsonProperty("open_amount") @Schema(example = "1234.50")
            String openAmount,

            long cancelled,

            @JsonProperty("cancelled_share") @Schema(example = "0.2500")
            String cancelledShare,

            @JsonProperty("largest_item") @Nullable @Schema(nullable = true, example = "1000.00")
            String largestItem,

            @JsonProperty("distinct_skus") long distinctSkus) {

        static Sum of(Exposure exposure) {
            return new Sum(
                    exposure.items(),
                    cents(exposure.openAmount()),
                    exposure.cancelled(),
                    exposure.cancelledShare().toPlainString(),
                    exposure.largest().map(ExposureReply::cents).orElse(null),
                    exposure.distinctSkus());
        }
    }

    /**
     * Items of one status.
     *
     * @param status the order status; null for items without one
     * @param items how many
     * @param amount what they cost together
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record StatusAmount(
            @Nullable @Schema(nullable = true, example = "PAID")
            String status,

            long items,
            @Schema(example = "1234.50") String amount) {

        static StatusAmount of(StatusSum sum) {
            return new StatusAmount(sum.status(), sum.items(), cents(sum.amount()));
        }
    }

    /**
     * A trailing sum.
     *
     * @param within the last whole minutes, the one that is now among them, as an ISO-8601 duration
     * @param exposure what the items come to that were changed in them
     */
    record TrailingSum(@Schema(example = "PT1H") String within, Sum exposure) {}
}
