package io.keyfold.metrics;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the audit of one partition found.
 *
 * @param partition the partition
 * @param kind what it looked for
 * @param startedAt when it began
 * @param took how long it took
 * @param records records of the topic that it read
 * @param rows rows that it looked at
 * @param swept rows that it had deleted: the topic did not hold them any more
 * @param missing values in the topic without a row; looked for by a {@link AuditKind#FULL} audit alone
 * @param older values in the topic whose row is older than they; looked for by a {@link AuditKind#FULL} audit alone
 * @param bytes memory that the offsets of the topic's values took
 * @param inconclusive why it says nothing of the partition's freshness, such as that the partition moved away; empty if it does
 */
public record PartitionAudit(
        int partition,
        AuditKind kind,
        Instant startedAt,
        Duration took,
        long records,
        long rows,
        long swept,
        long missing,
        long older,
        long bytes,
        Optional<String> inconclusive) {

    /** Refuses a report with something missing. */
    public PartitionAudit {
        requireNonNull(kind, "kind");
        requireNonNull(startedAt, "startedAt");
        requireNonNull(took, "took");
        requireNonNull(inconclusive, "inconclusive");
    }

    /** {@return whether table and topic agree, but for what was swept} */
    public boolean isClean() {
        return inconclusive.isEmpty() && missing == 0 && older == 0;
    }
}
