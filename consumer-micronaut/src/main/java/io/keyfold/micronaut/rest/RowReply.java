package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.keyfold.micronaut.health.StaleReply;
import io.keyfold.micronaut.health.WaitingReply;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowMark;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One row, as replies have it.
 *
 * @param key the key in its one spelling
 * @param value the value as it came, byte for byte, or in its one spelling where that was asked for
 * @param position the record that wrote this value
 * @param timestamp that record's timestamp, ISO-8601 in UTC; null if it had none
 * @param mark where a newer record lies that could not be applied, and why; null if there is none
 * @param stale why it may have been deleted upstream; null if it has not been
 * @param waiting that newer data of its partition waits behind an open transaction; null if none does
 * @param self where to read this row alone
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "A row: its key, its value, and the record that wrote it")
record RowReply(
        @JsonRawValue
        @Schema(
                type = "object",
                description = "The key's columns",
                example = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}")
        String key,

        @JsonRawValue @Schema(type = "object", description = "The value's columns, as they came")
        String value,

        RecordPosition position,

        @Nullable @Schema(nullable = true, format = "date-time")
        String timestamp,

        @Nullable @Schema(nullable = true) RowMark mark,
        @Nullable @Schema(nullable = true) StaleReply stale,
        @Nullable @Schema(nullable = true) WaitingReply waiting,

        @Schema(example = "/v1/tables/dwd_order_item/rows/A1001/I02")
        String self) {}
