package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.health.PartitionStatus;
import io.keyfold.health.TableStatus;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.micronaut.health.AuditReply;
import io.keyfold.micronaut.health.AuditReportReply;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An audit that was asked for, as replies have it.
 *
 * @param id by which it is asked for, of the instance that began it
 * @param instance the one that began it and alone knows it; null if it has no name
 * @param table the table
 * @param kind what it looks for
 * @param state how far it is
 * @param startedAt when it was asked for, ISO-8601 in UTC
 * @param clean whether table and topic agree in all that was audited, but for what was swept; null before it is through
 * @param failure why it was not carried out; absent if it was
 * @param partitions the partitions of this instance that it audits
 * @param self where to read how far it is
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "AuditRun", description = "An audit that was asked for: of the partitions of this instance alone")
record AuditRunReply(
        @Schema(example = "8c5f0a91d27be346") String id,

        @Nullable
        @Schema(
                nullable = true,
                example = "10.0.0.7:8080",
                description = "The instance that began it and alone knows it, as GET /v1/instance has it")
        String instance,

        String table,
        AuditKind kind,
        AuditRun.State state,

        @JsonProperty("started_at") @Schema(format = "date-time")
        String startedAt,

        @Nullable @Schema(nullable = true) Boolean clean,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String failure,
        List<Partition> partitions,

        @Schema(example = "/v1/tables/dwd_order_item/audits/8c5f0a91d27be346")
        String self) {

    /**
     * One partition of it.
     *
     * @param partition the partition
     * @param progress how far its audit is; absent while there is none
     * @param found what it found; absent before it is through
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "AuditedPartition", description = "How far the audit of one partition is, and what it found")
    record Partition(
            int partition,
            @Nullable AuditReply progress,
            @Nullable AuditReportReply found) {}

    static AuditRunReply of(ServedTable table, AuditRun run, InstanceName instance, String auditsPath) {
        TableStatus status = table.here().status();
        List<PartitionAudit> reports = run.reports();
        return new AuditRunReply(
                run.id(),
                instance.text().orElse(null),
                table.name(),
                run.kind(),
                run.state(),
                run.startedAt().toString(),
                run.state() == AuditRun.State.DONE ? reports.stream().allMatch(PartitionAudit::isClean) : null,
                run.failure().orElse(null),
                run.partitions().stream()
                        .map(partition -> partition(run, partition, status, reports))
                        .toList(),
                auditsPath + "/" + run.id());
    }

    private static Partition partition(AuditRun run, int partition, TableStatus status, List<PartitionAudit> reports) {
        Optional<AuditReply> progress = status.partitions().stream()
                .filter(one -> one.partition() == partition && run.state() == AuditRun.State.RUNNING)
                .map(PartitionStatus::freshness)
                .flatMap(freshness -> freshness.audit().stream())
                .filter(audit -> audit.kind() == run.kind())
                .map(AuditReply::of)
                .findFirst();
        Optional<AuditReportReply> found = reports.stream()
                .filter(report -> report.partition() == partition)
                .map(AuditReportReply::of)
                .findFirst();
        return new Partition(partition, progress.orElse(null), found.orElse(null));
    }
}
