package io.keyfold.micronaut.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.micronaut.problem.Problem;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of each key, as replies have it.
 *
 * @param results one a key, in the order of the keys
 * @param complete whether each key has an answer: its row, or that there is none
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "BatchResults", description = "What became of each key; it says whether each has an answer")
record BatchReply(List<Result> results, boolean complete) {

    /**
     * What became of one key.
     *
     * @param status what a request for this key alone would have had: 200, 404 or 503
     * @param row the row; absent if there is none
     * @param asOf how far its partition had been read at least; absent where that is not known
     * @param problem why there is none; absent if there is one
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "BatchResult", description = "What became of one key")
    record Result(
            int status,
            @Nullable RowReply row,
            @JsonProperty("as_of") @Nullable PartitionPosition asOf,
            @Nullable Problem problem) {}
}
