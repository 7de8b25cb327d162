package io.keyfold.risk.rest;

import io.keyfold.micronaut.limit.Costly;
import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.micronaut.rest.Guarded;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Scan;
import io.keyfold.risk.RiskTables;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Open alerts, and why they are. */
@Controller("/v1/risk")
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Costly
@Tag(name = "Risk")
final class AlertsController {

    private static final int MOST_ASKED = 100;

    private final RiskState state;
    private final Explanations explanations;
    private final UsersHidden users;

    AlertsController(RiskState state, Explanations explanations, UsersHidden users) {
        this.state = state;
        this.explanations = explanations;
        this.users = users;
    }

    @Get("/alerts")
    @Operation(
            operationId = "getAlerts",
            summary = "Open alerts, of one rule or of all",
            description = "In pages, or as they change: they are a table, GET /v1/tables/risk_alert/rows and …/changes."
                    + " Callers who may not see personal data are not told whose they are.")
    @ApiResponse(
            responseCode = "200",
            description = "The alerts; it says whether some may be missing",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = AlertsReply.class)))
    @ApiResponse(
            responseCode = "503",
            description = "Nobody can tell now: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    AlertsReply alerts(
            HttpRequest<?> request,
            @QueryValue("rule_id") @Nullable @Parameter(description = "A rule; all if not said") String ruleId,
            @QueryValue("limit") @Nullable @Parameter(description = "1 .. 1000; 100 if not said") Integer limit) {
        int most = limit == null ? MOST_ASKED : limit;
        if (most < 1 || most > AlertsReply.MOST) {
            throw ProblemException.of(
                    ProblemType.BAD_PARAMETER, "limit: " + most + " (expected: 1 .. " + AlertsReply.MOST + ")");
        }
        boolean hidden = users.isHiddenFrom(request);
        return ruleId == null
                ? AlertsReply.of(state.alerts().scan(Scan.all().limit(most)), state, hidden)
                : AlertsReply.of(
                        state.alerts()
                                .scan(IndexScan.of(RiskTables.ALERTS_BY_RULE)
                                        .equal(ruleId)
                                        .limit(most)),
                        state,
                        hidden);
    }

    @Get("/users/{user_id}/alerts/{rule_id}")
    @OfUser
    @Operation(
            operationId = "explainAlert",
            summary = "Why an alert is open: what it says, and the rows behind it with their positions",
            description =
                    "The items that the alert names. If it names none: those of the user's that were changed within the time"
                            + " that the rule says; all of the user's if it says none. As they are now, the last changed first, "
                            + ItemsReply.MOST + " at the most.")
    @ApiResponse(
            responseCode = "200",
            description = "The alert and its rows",
            content =
                    @Content(mediaType = "application/json", schema = @Schema(implementation = ExplanationReply.class)))
    @ApiResponse(
            responseCode = "404",
            description = "No such alert is open: /problems/row-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    ExplanationReply explain(@PathVariable("user_id") String userId, @PathVariable("rule_id") String ruleId) {
        return explanations.of(userId, ruleId);
    }
}
