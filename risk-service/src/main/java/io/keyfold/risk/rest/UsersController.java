package io.keyfold.risk.rest;

import io.keyfold.micronaut.limit.Costly;
import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.rest.Guarded;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexScan;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.risk.RiskTables;
import io.keyfold.risk.alert.AlertRow;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.risk.stream.UserQuestion;
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

/** What there is to know of a user. */
@Controller("/v1/risk/users/{user_id}")
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Tag(name = "Risk")
final class UsersController {

    private final RiskState state;

    UsersController(RiskState state) {
        this.state = state;
    }

    @Get("/exposure")
    @OfUser
    @Operation(operationId = "getExposure", summary = "What a user's live order items come to")
    @ApiResponse(
            responseCode = "200",
            description = "The exposure; zero for a user without items",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = ExposureReply.class)))
    @ApiResponse(
            responseCode = "503",
            description = "Nobody can tell now: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    ExposureReply exposure(
            @PathVariable("user_id") @Parameter(description = "The user, percent-encoded", example = "U01")
                    String userId) {
        return ExposureReply.of(userId, state.user(UserQuestion.exposure(userId)), state.topic());
    }

    @Get("/items")
    @OfUser
    @Costly
    @Operation(
            operationId = "getItems",
            summary = "A user's live order items, the last changed first, 100 at the most",
            description = "All of them, in pages: GET /v1/tables/dwd_order_item/indexes/by_user/rows?user_id=…")
    @ApiResponse(
            responseCode = "200",
            description = "The items; it says whether some may be missing",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = ItemsReply.class)))
    @ApiResponse(
            responseCode = "503",
            description = "Nobody can tell now: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    ItemsReply items(@PathVariable("user_id") String userId) {
        IndexPage<OrderItem> page = state.items()
                .scan(IndexScan.of(RiskTables.ITEMS_BY_USER)
                        .equal(userId)
                        .reverse()
                        .limit(ItemsReply.MOST));
        return ItemsReply.of(page);
    }

    @Get("/alerts")
    @OfUser
    @Costly
    @Operation(operationId = "getUserAlerts", summary = "A user's open alerts")
    @ApiResponse(
            responseCode = "200",
            description = "The alerts; it says whether some may be missing",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = AlertsReply.class)))
    @ApiResponse(
            responseCode = "503",
            description = "Nobody can tell now: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    AlertsReply alerts(@PathVariable("user_id") String userId) {
        Page<AlertRow> page = state.alerts().scan(Scan.prefix(userId).limit(AlertsReply.MOST));
        return AlertsReply.of(page, state, false);
    }

    @Get("/alert-history")
    @OfUser
    @Operation(
            operationId = "getAlertHistory",
            summary =
                    "What happened to a user's alerts, the latest first: the last 100 times that one opened or closed")
    @ApiResponse(
            responseCode = "200",
            description = "The events",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = HistoryReply.class)))
    @ApiResponse(
            responseCode = "503",
            description = "Nobody can tell now: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    HistoryReply history(@PathVariable("user_id") String userId) {
        return HistoryReply.of(userId, state.user(UserQuestion.history(userId)), state.topic());
    }
}
