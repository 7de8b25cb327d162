package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.risk.alert.Alert;
import io.keyfold.risk.alert.AlertEvent;
import io.keyfold.risk.stream.UserAnswer;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What happened to a user's alerts.
 *
 * @param userId who
 * @param events the latest first
 * @param asOf up to which position, exclusive, each partition of the table is in this
 * @param stale partitions of the table in which deletes may have been missed
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "AlertHistory", description = "What happened to a user's alerts, the latest first")
record HistoryReply(
        @JsonProperty("user_id") String userId,
        List<Event> events,
        @JsonProperty("as_of") List<PartitionPosition> asOf,
        List<Integer> stale) {

    static HistoryReply of(String userId, UserAnswer answer, String topic) {
        List<AlertEvent> latestFirst = new ArrayList<>(answer.history());
        Collections.reverse(latestFirst);
        return new HistoryReply(
                userId,
                latestFirst.stream().map(event -> Event.of(event, topic)).toList(),
                Positions.of(topic, answer.asOf()),
                answer.stale());
    }

    /**
     * Something that happened.
     *
     * @param event opened, or closed
     * @param at when, ISO-8601 in UTC
     * @param ruleId the rule
     * @param severity how grave
     * @param why as the alert said it then, or last
     * @param value what was too much
     * @param limit what was allowed
     * @param openedAt when the alert was opened
     * @param asOf the positions at which it was decided
     */
    @Schema(name = "AlertEvent")
    record Event(
            @Schema(allowableValues = {"opened", "closed"}) String event,

            @Schema(format = "date-time") String at,
            @JsonProperty("rule_id") String ruleId,
            String severity,
            String why,
            String value,
            String limit,

            @JsonProperty("opened_at") @Schema(format = "date-time")
            String openedAt,

            @JsonProperty("as_of") List<PartitionPosition> asOf) {

        static Event of(AlertEvent event, String topic) {
            Alert alert = event.alert();
            return new Event(
                    event.kind().name().toLowerCase(Locale.ROOT),
                    event.at().toString(),
                    alert.ruleId(),
                    alert.severity(),
                    alert.why(),
                    alert.value().toPlainString(),
                    alert.limit().toPlainString(),
                    alert.openedAt().toString(),
                    Positions.of(topic, alert.asOf()));
        }
    }
}
