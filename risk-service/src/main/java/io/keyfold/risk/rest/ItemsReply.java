package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.health.StalePartitionReply;
import io.keyfold.query.IndexPage;
import io.keyfold.query.Page.MissingPartition;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Order items, each with the record that wrote it.
 *
 * @param items the last changed first
 * @param more whether there are more than were asked for
 * @param complete whether every partition could be asked
 * @param missing those that could not, and why
 * @param asOf how far each partition had been read at least
 * @param stale partitions in which deletes may have been missed, and why
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Items", description = "Order items, each with the record that wrote it")
record ItemsReply(
        List<ItemReply> items,
        boolean more,
        boolean complete,
        List<MissingPartition> missing,
        @JsonProperty("as_of") List<PartitionPosition> asOf,
        List<StalePartitionReply> stale) {

    static final int MOST = 100;

    static ItemsReply of(IndexPage<OrderItem> page) {
        return of(page, page.rows(), page.next().isPresent());
    }

    static ItemsReply of(IndexPage<OrderItem> page, List<Row<OrderItem>> rows, boolean more) {
        RiskState.requireAsked(page.asOf(), page.missing());
        return new ItemsReply(
                rows.stream().map(ItemReply::of).toList(),
                more,
                page.isComplete(),
                page.missing(),
                page.asOf(),
                StalePartitionReply.of(page.stale()));
    }

    /**
     * One item.
     *
     * @param orderId the order
     * @param itemId the item within the order
     * @param skuId what was bought
     * @param quantity how many
     * @param amount what they cost together
     * @param status the order's status
     * @param updateTime when the upstream database changed it, as it writes it
     * @param position the record that wrote it
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "Item")
    record ItemReply(
            @JsonProperty("order_id") @Schema(example = "A1001")
            String orderId,

            @JsonProperty("item_id") @Schema(example = "I02")
            String itemId,

            @JsonProperty("sku_id") @Nullable @Schema(nullable = true)
            String skuId,

            @Nullable @Schema(nullable = true) Integer quantity,

            @Nullable @Schema(nullable = true, example = "100.00")
            String amount,

            @JsonProperty("order_status") @Nullable @Schema(nullable = true)
            String status,

            @JsonProperty("update_time") @Nullable @Schema(nullable = true)
            String updateTime,

            RecordPosition position) {

        static ItemReply of(Row<OrderItem> row) {
            OrderItem item = row.value();
            return new ItemReply(
                    item.orderId(),
                    item.itemId(),
                    item.skuId(),
                    item.quantity(),
                    Optional.ofNullable(item.amount())
                            .map(BigDecimal::toPlainString)
                            .orElse(null),
                    item.orderStatus(),
                    Optional.ofNullable(item.updateTime())
                            .map(LocalDateTime::toString)
                            .orElse(null),
                    row.position());
        }
    }
}
