package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.AuditProgress;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition's audit is, as replies have it.
 *
 * @param kind what it looks for
 * @param phase what it is doing
 * @param from the first offset that it reads, inclusive
 * @param to the offset that it stops at, exclusive
 * @param next the next offset it reads
 * @param rows rows looked at so far
 * @param swept rows deleted so far
 * @param elapsedMs since it began
 * @param remainingMs how long its scan will still take at the speed so far; absent before the first records
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Audit", description = "How far a partition's audit is")
public record AuditReply(
        AuditKind kind,
        AuditProgress.Phase phase,
        long from,
        long to,
        long next,
        long rows,
        long swept,
        @JsonProperty("elapsed_ms") long elapsedMs,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("remaining_ms") @Nullable
        Long remainingMs) {

    /**
     * {@return the reply for a progress}
     *
     * @param progress how far the audit is
     */
    public static AuditReply of(AuditProgress progress) {
        return new AuditReply(
                progress.kind(),
                progress.phase(),
                progress.from(),
                progress.to(),
                progress.next(),
                progress.rows(),
                progress.swept(),
                progress.elapsed().toMillis(),
                progress.remaining().map(Duration::toMillis).orElse(null));
    }
}
