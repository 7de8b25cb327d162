package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keyfold.micronaut.health.StaleReply;
import io.keyfold.micronaut.health.StandbyReply;
import io.keyfold.micronaut.health.WaitingReply;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowMark;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row, as replies have it.
 *
 * @param key the key in its one spelling
 * @param value the value as it came, byte for byte, or in its one spelling where that was asked for
 * @param masked the columns that the caller may not see; absent if none
 * @param position the record that wrote this value
 * @param timestamp that record's timestamp, ISO-8601 in UTC; null if it had none
 * @param mark where a newer record lies that could not be applied, and why; null if there is none
 * @param stale why it may have been deleted upstream; null if it has not been
 * @param waiting that newer data of its partition waits behind an open transaction; null if none does
 * @param standby how far the standby copy is that was read; null if the active one was
 * @param self where to read this row alone; null if the caller may not see its key
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "A row: its key, its value, and the record that wrote it")
record RowReply(
        @Schema(
                type = "object",
                implementation = Object.class,
                description = "The key's columns",
                example = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}")
        RawJson key,

        @Schema(type = "object", implementation = Object.class, description = "The value's columns, as they came")
        RawJson value,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable
        @Schema(description = "Columns that the caller may not see: null stands for what they hold; absent if none")
        List<String> masked,

        RecordPosition position,

        @Nullable @Schema(nullable = true, format = "date-time")
        String timestamp,

        @Nullable @Schema(nullable = true) RowMark mark,
        @Nullable @Schema(nullable = true) StaleReply stale,
        @Nullable @Schema(nullable = true) WaitingReply waiting,
        @Nullable @Schema(nullable = true) StandbyReply standby,

        @Nullable @Schema(nullable = true, example = "/v1/tables/dwd_order_item/rows/A1001/I02")
        String self) {}
