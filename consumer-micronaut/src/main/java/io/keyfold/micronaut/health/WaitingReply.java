package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keyfold.row.WaitingMark;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * That newer data of a row's partition waits behind an open transaction, as replies have it.
 *
 * @param since since when, as far as is known, ISO-8601 in UTC
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(
        name = "Waiting",
        description = "Newer data of the row's partition waits behind an open transaction; it may be about this row")
public record WaitingReply(@Schema(format = "date-time") String since) {

    /**
     * {@return the reply for a mark}
     *
     * @param mark the mark
     */
    public static WaitingReply of(WaitingMark mark) {
        return new WaitingReply(mark.since().toString());
    }
}
