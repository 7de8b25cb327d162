package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.metrics.LogEnd;
import io.keyfold.metrics.WaitingData;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where a partition's log ends, and what of it has not been read, as replies have it. What is not known is absent.
 *
 * @param lastStableOffset where the part ends that may be read, exclusive
 * @param highWatermark where all of it ends, exclusive
 * @param toldAt when the broker last told them, ISO-8601 in UTC
 * @param stableSince since when the last stable offset has stood where it is, ISO-8601 in UTC
 * @param readThrough as of when all that was stable then had been read, ISO-8601 in UTC
 * @param oldestUnread the timestamp of the oldest record that may be read and was not, ISO-8601 in UTC; absent if all has been
 * @param waitingOffsets offsets that may not be read yet, for a transaction before them is open; 0 if none
 * @param waitingSince since when, ISO-8601 in UTC; absent if nothing waits
 * @param transactions those that are open, the one that holds the rest first; absent if nothing waits
 * @param unseen why the one that holds the rest could not be looked at; absent if it could
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "LogEnd", description = "Where a partition's log ends, and what of it has not been read")
public record LogReply(
        @JsonProperty("last_stable_offset") @Nullable Long lastStableOffset,
        @JsonProperty("high_watermark") @Nullable Long highWatermark,

        @JsonProperty("told_at") @Nullable @Schema(format = "date-time")
        String toldAt,

        @JsonProperty("stable_since") @Nullable @Schema(format = "date-time")
        String stableSince,

        @JsonProperty("read_through") @Nullable @Schema(format = "date-time")
        String readThrough,

        @JsonProperty("oldest_unread") @Nullable @Schema(format = "date-time")
        String oldestUnread,

        @JsonProperty("waiting_offsets") long waitingOffsets,

        @JsonProperty("waiting_since") @Nullable @Schema(format = "date-time")
        String waitingSince,

        @Nullable List<TransactionReply> transactions,
        @Nullable String unseen) {

    /** {@return the reply; null before the broker has told anything} */
    static @Nullable LogReply of(LogEnd end) {
        if (end.lastStableOffset().isEmpty()) {
            return null;
        }
        return new LogReply(
                orAbsent(end.lastStableOffset()),
                orAbsent(end.highWatermark()),
                end.toldAt().map(Instant::toString).orElse(null),
                end.stableSince().map(Instant::toString).orElse(null),
                end.readThrough().map(Instant::toString).orElse(null),
                end.oldestUnread().map(Instant::toString).orElse(null),
                end.waiting().map(WaitingData::offsets).orElse(0L),
                end.waiting().map(waiting -> waiting.since().toString()).orElse(null),
                end.waiting()
                        .map(waiting -> waiting.transactions().stream()
                                .map(TransactionReply::of)
                                .toList())
                        .orElse(null),
                end.waiting().flatMap(WaitingData::unseen).orElse(null));
    }

    private static @Nullable Long orAbsent(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
