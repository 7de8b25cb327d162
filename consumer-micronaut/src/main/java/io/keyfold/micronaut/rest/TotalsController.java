package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.Problem;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.Explode;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.enums.ParameterStyle;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/**
 * The HTTP door to the totals of tables.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(TablePaths.TABLES)
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Tag(name = "Totals", description = "Counts, sums, least and greatest values of groups of rows")
public final class TotalsController {

    private final ServedTables tables;
    private final TotalLists lists;

    TotalsController(ServedTables tables, TotalLists lists) {
        this.tables = tables;
        this.lists = lists;
    }

    /**
     * {@return a page of a total's groups}
     *
     * @param request for its query
     * @param table the table's name
     * @param total the total's name
     */
    @Get(
            value = "/{table}/totals/{total}",
            produces = {MediaType.APPLICATION_JSON, ListReplies.LINES})
    @Operation(
            operationId = "findGroups",
            summary = "What groups of rows come to, by leading parts of what the total groups by",
            parameters = {
                @Parameter(
                        name = "columns",
                        in = ParameterIn.QUERY,
                        style = ParameterStyle.FORM,
                        explode = Explode.TRUE,
                        description =
                                "Leading parts of what the total groups by, each as a parameter of its own, such as"
                                        + " day(paid_at)=2024-01-15, or with .null=true; none: all groups. Of the part behind them"
                                        + " with .from (inclusive) and .to (exclusive)",
                        schema = @Schema(type = "object", additionalProperties = Schema.AdditionalPropertiesValue.TRUE),
                        example = "{\"order_status\":\"PAID\"}"),
                @Parameter(
                        name = PageRequest.ORDER,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.TOTAL_ORDER,
                        schema =
                                @Schema(
                                        type = "string",
                                        allowableValues = {"asc", "desc", "greatest"})),
                @Parameter(
                        name = PageRequest.SIZE,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.SIZE,
                        schema = @Schema(type = "integer", minimum = "1", maximum = "10000")),
                @Parameter(
                        name = PageRequest.TOKEN,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.TOKEN,
                        schema = @Schema(type = "string")),
                @Parameter(
                        name = Freshness.MAX_STALENESS,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.MAX_STALENESS,
                        schema = @Schema(type = "string")),
                @Parameter(
                        name = Freshness.MIN_POSITION,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.MIN_POSITION,
                        schema = @Schema(type = "string")),
                @Parameter(
                        name = Freshness.WAIT,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.WAIT,
                        schema = @Schema(type = "string"))
            })
    @ApiResponse(
            responseCode = "200",
            description = "A page of groups",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = TotalsReply.class)),
                @Content(mediaType = ListReplies.LINES, schema = @Schema(type = "string", description = ApiTexts.LINES))
            })
    @ApiResponse(
            responseCode = "400",
            description = ApiTexts.BAD_LIST,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "403",
            description = ApiTexts.HIDDEN,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "No such table or total: /problems/table-not-found, /problems/total-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "410",
            description = ApiTexts.GONE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = ApiTexts.UNAVAILABLE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> groups(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table,
            @Parameter(description = "The total's name", example = "amount_by_status") String total) {
        return lists.page(tables.named(table), total, request, TablePaths.of(request));
    }
}
