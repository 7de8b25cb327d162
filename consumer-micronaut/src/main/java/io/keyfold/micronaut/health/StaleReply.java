package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.row.StaleMark;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a row may have been deleted upstream, as replies have it.
 *
 * @param caughtUpAt as of when every delete is known to have been seen, ISO-8601 in UTC; null where nothing is known
 * @param reason why that is not enough, in words
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Stale", description = "Why a row may have been deleted upstream")
public record StaleReply(
        @JsonProperty("caught_up_at") @Nullable @Schema(nullable = true, format = "date-time")
        String caughtUpAt,

        String reason) {

    /**
     * {@return the reply for a mark}
     *
     * @param mark the mark
     */
    public static StaleReply of(StaleMark mark) {
        return new StaleReply(mark.caughtUpAt().map(Instant::toString).orElse(null), mark.reason());
    }
}
