package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.keyfold.row.PartitionPosition;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each rule would say.
 *
 * @param fires whether any would fire
 * @param rules each, in the order of the rules file
 * @param exposure what the user's items would come to
 * @param trailing those that were changed in the last minutes
 * @param rulesVersion which rules were asked
 * @param at when, ISO-8601 in UTC
 * @param asOf up to which position, exclusive, each partition of the table is in this
 * @param stale partitions of the table in which deletes may have been missed: the decision may be wrong
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Evaluation", description = "What each rule would say")
record EvaluationReply(
        boolean fires,
        List<RuleReply> rules,
        ExposureReply.Sum exposure,
        List<ExposureReply.TrailingSum> trailing,
        @JsonProperty("rules_version") String rulesVersion,
        @Schema(format = "date-time") String at,
        @JsonProperty("as_of") List<PartitionPosition> asOf,
        List<Integer> stale) {

    /**
     * What one rule would say.
     *
     * @param ruleId the rule
     * @param fires whether it would fire
     * @param failed whether it could not tell
     * @param why why it would; null if it would not
     * @param value what is too much
     * @param limit what is allowed
     * @param open whether the user has an open alert of it already
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "EvaluatedRule")
    record RuleReply(
            @JsonProperty("rule_id") String ruleId,
            boolean fires,
            boolean failed,
            @Nullable @Schema(nullable = true) String why,

            @Nullable @Schema(nullable = true, example = "1000.01")
            String value,

            @Nullable @Schema(nullable = true, example = "1000.00")
            String limit,

            boolean open) {}
}
