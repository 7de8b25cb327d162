package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.row.StandbyMark;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * That a row was read from a standby copy, as replies have it.
 *
 * @param readThrough as of when all that could be read of the partition is in it, at least, ISO-8601 in UTC
 */
@Schema(name = "Standby", description = "The row was read from a standby copy, which follows a little behind")
public record StandbyReply(
        @JsonProperty("read_through") @Schema(format = "date-time")
        String readThrough) {

    /**
     * {@return the reply for a mark}
     *
     * @param mark the mark
     */
    public static StandbyReply of(StandbyMark mark) {
        return new StandbyReply(mark.readThrough().toString());
    }
}
