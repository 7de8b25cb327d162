package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.metrics.RestoreProgress;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition's restore is, as replies have it.
 *
 * @param from the first offset that it reads, inclusive
 * @param to the offset that it stops at, exclusive
 * @param next the next offset it reads
 * @param records records read so far
 * @param recordsPerSecond records a second so far
 * @param remainingMs how long the rest will take at the speed so far; absent before the first records
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "How far a partition's restore is")
public record RestoreReply(
        long from,
        long to,
        long next,
        long records,
        @JsonProperty("records_per_second") long recordsPerSecond,

        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("remaining_ms") @Nullable
        Long remainingMs) {

    static RestoreReply of(RestoreProgress progress) {
        return new RestoreReply(
                progress.from(),
                progress.to(),
                progress.next(),
                progress.records(),
                Math.round(progress.recordsPerSecond()),
                progress.remaining().map(Duration::toMillis).orElse(null));
    }
}
