package io.keyfold.risk.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules as they are on the instance that was asked.
 *
 * @param version another for each other content of the rules file
 * @param problem why the file as it is now was not taken, so that the rules before it hold on; null if it was
 * @param rules in the order of the file
 * @param complete whether the open alerts of all partitions are counted
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@Schema(name = "Rules", description = "The rules, and what they have said")
record RulesReply(
        String version, @Nullable @Schema(nullable = true) String problem, List<RuleReply> rules, boolean complete) {

    /**
     * One rule.
     *
     * @param ruleId its name
     * @param severity how grave it is
     * @param settings its kind, and what else the file says of it
     * @param open alerts that are open now, over all instances
     * @param opened alerts that this instance has opened since it started
     * @param closed alerts that this instance has closed since it started
     * @param failures how often it threw on this instance since that started
     * @param lastFailure the class of what it threw last, and when; null if it never did
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    @Schema(name = "Rule")
    record RuleReply(
            @JsonProperty("rule_id") String ruleId,
            String severity,
            Map<String, String> settings,
            long open,
            long opened,
            long closed,
            long failures,

            @JsonProperty("last_failure") @Nullable @Schema(nullable = true)
            String lastFailure) {}
}
