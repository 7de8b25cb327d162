package io.keyfold.risk.rest;

import io.keyfold.micronaut.limit.Costly;
import io.keyfold.micronaut.rest.Guarded;
import io.keyfold.query.TotalGroup;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.risk.RiskTables;
import io.keyfold.risk.metrics.RiskMeters;
import io.keyfold.risk.rest.RulesReply.RuleReply;
import io.keyfold.risk.rule.FailureLog;
import io.keyfold.risk.rule.Rule;
import io.keyfold.risk.rule.RuleBook;
import io.keyfold.risk.rule.Rules;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.HashMap;
import java.util.Map;

/** The rules, and what they have said. */
@Controller("/v1/risk/rules")
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Costly
@Tag(name = "Risk")
final class RulesController {

    private final RiskState state;
    private final Rules rules;
    private final RiskMeters meters;
    private final FailureLog failures;

    RulesController(RiskState state, Rules rules, RiskMeters meters, FailureLog failures) {
        this.state = state;
        this.rules = rules;
        this.meters = meters;
        this.failures = failures;
    }

    @Get
    @Operation(operationId = "getRules", summary = "The rules of this instance, and what they have said")
    @ApiResponse(
            responseCode = "200",
            description = "The rules; it says whether all open alerts are counted",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = RulesReply.class)))
    RulesReply rules() {
        RuleBook book = rules.current();
        TotalPage totals = state.alerts().totals(TotalScan.of(RiskTables.OPEN_BY_RULE));
        Map<String, Long> open = new HashMap<>();
        totals.groups().forEach(group -> open.put(ruleOf(group), group.rows()));
        return new RulesReply(
                book.version(),
                rules.problem().orElse(null),
                book.rules().stream()
                        .map(rule -> reply(rule, open.getOrDefault(rule.id(), 0L)))
                        .toList(),
                totals.isComplete());
    }

    private static String ruleOf(TotalGroup group) {
        return String.valueOf(group.group().get(0));
    }

    private RuleReply reply(Rule rule, long open) {
        return new RuleReply(
                rule.id(),
                rule.severity(),
                RuleWords.settings(rule),
                open,
                meters.openedBy(rule.id()),
                meters.closedBy(rule.id()),
                failures.of(rule.id()).map(FailureLog.Failures::count).orElse(0L),
                failures.of(rule.id())
                        .map(last -> last.last() + " at " + last.lastAt())
                        .orElse(null));
    }
}
