package io.keyfold.risk.rest;

import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.rest.Guarded;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.security.annotation.Secured;
import io.micronaut.security.rules.SecurityRule;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** What if: writes nothing. */
@Controller("/v1/risk/evaluate")
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Tag(name = "Risk")
final class EvaluateController {

    private final Evaluations evaluations;

    EvaluateController(Evaluations evaluations) {
        this.evaluations = evaluations;
    }

    @Post
    @OfUser
    @Secured(SecurityRule.IS_AUTHENTICATED) // who may read may ask what if
    @Operation(
            operationId = "evaluate",
            summary = "Which rules would fire if an item were so",
            description = "With the user's other items as they are. Nothing is written.",
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = CandidateItem.class))))
    @ApiResponse(
            responseCode = "200",
            description = "What each rule would say",
            content =
                    @Content(mediaType = "application/json", schema = @Schema(implementation = EvaluationReply.class)))
    @ApiResponse(
            responseCode = "400",
            description = "The body is no item: /problems/bad-body",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = "Nobody can tell now: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    EvaluationReply evaluate(@Parameter(hidden = true) @Nullable @Body String body) {
        return evaluations.of(CandidateItem.read(body == null ? "" : body));
    }
}
