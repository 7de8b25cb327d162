package io.keyfold.micronaut.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.metrics.BuildProgress;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * How far the building of an index or a total over a partition is, as replies have it.
 *
 * @param what what is built, such as {@code index by_user}
 * @param rows rows that are in it
 * @param estimatedRows about how many rows there are
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(description = "How far the building of an index or a total over a partition is")
public record BuildReply(
        String what,
        long rows,
        @JsonProperty("estimated_rows") long estimatedRows) {

    static BuildReply of(BuildProgress progress) {
        return new BuildReply(progress.what(), progress.rows(), progress.estimatedRows());
    }
}
