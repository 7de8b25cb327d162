package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a partition's last audit found, as replies have it.
 *
 * @param kind what it looked for
 * @param startedAt when it began, ISO-8601 in UTC
 * @param tookMs how long it took
 * @param records records of the topic that it read
 * @param rows rows that it looked at
 * @param swept rows that it had deleted
 * @param missing values in the topic without a row; absent where they were not looked for
 * @param older values in the topic whose row is older; absent where they were not looked for
 * @param inconclusive why it says nothing; absent if it does
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "AuditReport", description = "What a partition's last audit since the start found")
public record AuditReportReply(
        AuditKind kind,

        @JsonProperty("started_at") @Schema(format = "date-time")
        String startedAt,

        @JsonProperty("took_ms") long tookMs,
        long records,
        long rows,
        long swept,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long missing,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long older,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String inconclusive) {

    /**
     * {@return the reply for a report}
     *
     * @param audit what was found
     */
    public static AuditReportReply of(PartitionAudit audit) {
        boolean isFull = audit.kind() == AuditKind.FULL;
        return new AuditReportReply(
                audit.kind(),
                audit.startedAt().toString(),
                audit.took().toMillis(),
                audit.records(),
                audit.rows(),
                audit.swept(),
                isFull ? audit.missing() : null,
                isFull ? audit.older() : null,
                audit.inconclusive().orElse(null));
    }
}
