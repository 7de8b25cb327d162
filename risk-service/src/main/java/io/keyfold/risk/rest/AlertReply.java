package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.risk.alert.AlertRow;
import io.keyfold.risk.item.ItemKey;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An alert that is open.
 *
 * @param userId whom it concerns; null if the caller may not see it
 * @param masked the columns that the caller may not see; absent if none
 * @param ruleId which rule says so
 * @param severity how grave it is
 * @param why one sentence for a person
 * @param value what it is
 * @param limit what it may be
 * @param items those that caused it, the first 20, where the rule looks at single items
 * @param itemCount how many those are in all
 * @param openedAt since when it has been open, ISO-8601 in UTC
 * @param updatedAt when it last said something else
 * @param stale whether deletes may have been missed when it was decided
 * @param decidedAsOf up to which position, exclusive, each partition of the items was in the decision
 * @param position the record that wrote the alert
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Alert", description = "An alert that is open")
record AlertReply(
        @JsonProperty("user_id") @Nullable @Schema(nullable = true)
        String userId,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable
        @Schema(description = "Columns that the caller may not see: null stands for what they hold; absent if none")
        List<String> masked,

        @JsonProperty("rule_id") @Schema(example = "open-amount")
        String ruleId,

        @Schema(allowableValues = {"low", "medium", "high"}) String severity,
        String why,
        @Schema(example = "51000.0000") String value,
        @Schema(example = "50000.0000") String limit,
        List<ItemReply> items,
        @JsonProperty("item_count") long itemCount,

        @JsonProperty("opened_at") @Schema(format = "date-time")
        String openedAt,

        @JsonProperty("updated_at") @Schema(format = "date-time")
        String updatedAt,

        boolean stale,
        @JsonProperty("decided_as_of") List<PartitionPosition> decidedAsOf,
        RecordPosition position) {

    static AlertReply of(Row<AlertRow> row, String topic, boolean usersHidden) {
        AlertRow alert = row.value();
        return new AlertReply(
                usersHidden ? null : alert.userId(),
                usersHidden ? UsersHidden.COLUMNS : null,
                alert.ruleId(),
                alert.severity(),
                alert.why(),
                alert.breachValue().toPlainString(),
                alert.limitValue().toPlainString(),
                alert.orderItems().stream().map(ItemReply::of).toList(),
                alert.itemCount(),
                alert.openedAt().toString(),
                alert.updatedAt().toString(),
                alert.stale(),
                Positions.of(topic, alert.toAlert().asOf()),
                row.position());
    }

    /**
     * Which item.
     *
     * @param orderId the order
     * @param itemId the item within the order
     */
    @Schema(name = "AlertItem")
    record ItemReply(
            @JsonProperty("order_id") String orderId,
            @JsonProperty("item_id") String itemId) {

        static ItemReply of(ItemKey key) {
            return new ItemReply(key.orderId(), key.itemId());
        }
    }
}
