package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a table, as replies have it.
 *
 * @param partition the partition
 * @param state what it is doing on this instance
 * @param diagnosis why it brings what it brings, or nothing
 * @param position the next offset to read; null before the first read
 * @param lag offsets between the position and the last stable offset, transaction markers included; null if not known
 * @param log where its log ends, and what of it has not been read; absent before the broker has told it
 * @param restored records restored since the partition was assigned
 * @param restore how far its restore is; absent while there is none
 * @param rebuilt why its local copy was thrown away and made anew since the start; absent if it was not
 * @param outOfOrderTimestamps records older by their timestamp than the row that they followed; absent if none
 * @param withoutTimestamp records that have none; absent if none
 * @param badKeys records dead-lettered for their key; absent if none
 * @param badValues records dead-lettered for their value; absent if none
 * @param builds indexes and totals that are not built yet; absent if none
 * @param caughtUpAt as of when every delete is known to have been seen, ISO-8601 in UTC; absent where nothing is known
 * @param stale why its rows may have been deleted upstream; absent while every delete is known to have been seen
 * @param audit how far its audit is; absent while there is none
 * @param lastAudit what its last audit since the start found; absent if there was none
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "One partition of a table on this instance")
public record PartitionReply(
        int partition,
        PartitionState state,
        DiagnosisReply diagnosis,
        @Nullable @Schema(nullable = true) Long position,
        @Nullable @Schema(nullable = true) Long lag,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LogReply log,
        long restored,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RestoreReply restore,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String rebuilt,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("out_of_order_timestamps") @Nullable
        Long outOfOrderTimestamps,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("without_timestamp") @Nullable
        Long withoutTimestamp,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("bad_keys") @Nullable
        Long badKeys,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("bad_values") @Nullable
        Long badValues,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<BuildReply> builds,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("caught_up_at") @Nullable @Schema(format = "date-time")
        String caughtUpAt,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String stale,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AuditReply audit,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("last_audit") @Nullable
        AuditReportReply lastAudit) {

    /**
     * {@return the reply for a partition}
     *
     * @param status its state
     */
    public static PartitionReply of(PartitionStatus status) {
        PartitionStatus.Freshness freshness = status.freshness();
        return new PartitionReply(
                status.partition(),
                status.state(),
                DiagnosisReply.of(status.diagnosis()),
                status.position().map(PartitionPosition::position).orElse(null),
                status.lag().isPresent() ? status.lag().getAsLong() : null,
                LogReply.of(status.logEnd()),
                status.restored(),
                status.restore().map(RestoreReply::of).orElse(null),
                status.rebuilt().orElse(null),
                orAbsent(status.tallies().outOfOrderTimestamps()),
                orAbsent(status.tallies().withoutTimestamp()),
                orAbsent(status.tallies().badKeys()),
                orAbsent(status.tallies().badValues()),
                status.builds().isEmpty()
                        ? null
                        : status.builds().stream().map(BuildReply::of).toList(),
                freshness.caughtUpAt().map(Instant::toString).orElse(null),
                freshness.stale().map(StaleMark::reason).orElse(null),
                freshness.audit().map(AuditReply::of).orElse(null),
                freshness.lastAudit().map(AuditReportReply::of).orElse(null));
    }

    private static @Nullable Long orAbsent(long count) {
        return count == 0 ? null : count;
    }
}
