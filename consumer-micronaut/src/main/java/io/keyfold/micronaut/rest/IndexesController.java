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
 * The HTTP door to the indexes of tables.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(TablePaths.TABLES)
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Tag(name = "Indexes", description = "Rows in the order of other columns than the key's")
public final class IndexesController {

    private final ServedTables tables;
    private final IndexLists lists;

    IndexesController(ServedTables tables, IndexLists lists) {
        this.tables = tables;
        this.lists = lists;
    }

    /**
     * {@return a page of rows in the order of an index}
     *
     * @param request for its query
     * @param table the table's name
     * @param index the index's name
     */
    @Get(
            value = "/{table}/indexes/{index}/rows",
            produces = {MediaType.APPLICATION_JSON, ListReplies.LINES})
    @Operation(
            operationId = "findRowsByIndex",
            summary = "Rows by leading columns of an index, in its order",
            parameters = {
                @Parameter(
                        name = "columns",
                        in = ParameterIn.QUERY,
                        style = ParameterStyle.FORM,
                        explode = Explode.TRUE,
                        description =
                                "Leading columns of the index, each as a parameter of its own, or column.null=true; none: all"
                                        + " rows. Of the column behind them column.from (inclusive) and column.to (exclusive), or"
                                        + " column.prefix",
                        schema = @Schema(type = "object", additionalProperties = Schema.AdditionalPropertiesValue.TRUE),
                        example = "{\"user_id\":\"U7\"}"),
                @Parameter(
                        name = PageRequest.ORDER,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.ORDER,
                        schema =
                                @Schema(
                                        type = "string",
                                        allowableValues = {"asc", "desc"})),
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
                        name = ValueForm.PARAMETER,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.VALUES,
                        schema =
                                @Schema(
                                        type = "string",
                                        allowableValues = {"raw", "canonical"})),
                @Parameter(
                        name = RowView.FIELDS,
                        in = ParameterIn.QUERY,
                        description = ApiTexts.FIELDS,
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
            description = "A page of rows in the order of the index",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = RowsReply.class)),
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
            description = "No such table or index: /problems/table-not-found, /problems/index-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "410",
            description = ApiTexts.GONE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = ApiTexts.UNAVAILABLE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> rows(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table,
            @Parameter(description = "The index's name", example = "by_user") String index) {
        return lists.page(tables.named(table), index, request, TablePaths.of(request));
    }
}
