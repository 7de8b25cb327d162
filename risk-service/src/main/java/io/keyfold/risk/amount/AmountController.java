package io.keyfold.risk.amount;

import io.keyfold.micronaut.problem.Problem;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/** The HTTP door to users' amounts. */
@Controller("/v1/risk")
@ExecuteOn(TaskExecutors.BLOCKING)
@Tag(name = "Risk")
final class AmountController {

    private final UserAmounts amounts;

    AmountController(UserAmounts amounts) {
        this.amounts = amounts;
    }

    @Get("/users/{user_id}/amount")
    @Operation(operationId = "getUserAmount", summary = "What a user's live order items amount to now")
    @ApiResponse(
            responseCode = "200",
            description = "The amount; zero for a user without items",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = AmountReply.class)))
    @ApiResponse(
            responseCode = "503",
            description = "The table cannot tell yet: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    AmountReply amount(
            @PathVariable("user_id") @Parameter(description = "The user, percent-encoded", example = "U01")
                    String userId) {
        return amounts.amount(userId);
    }
}
