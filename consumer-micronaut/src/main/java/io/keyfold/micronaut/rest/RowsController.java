package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.Problem;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.Explode;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.enums.ParameterStyle;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.concurrent.CompletionStage;

/**
 * The HTTP door to rows: one, many, how many.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(TablePaths.TABLES)
@Guarded
@Tag(name = "Rows", description = "Rows by key")
public final class RowsController {

    private final ServedTables tables;
    private final OneRow one;
    private final RowLists lists;
    private final RowBatch batch;

    RowsController(ServedTables tables, OneRow one, RowLists lists, RowBatch batch) {
        this.tables = tables;
        this.one = one;
        this.lists = lists;
        this.batch = batch;
    }

    /**
     * {@return one row, if the query names all key columns; else a page of rows}
     *
     * @param request for its query
     * @param table the table's name
     */
    @Get(
            value = "/{table}/rows",
            produces = {MediaType.APPLICATION_JSON, ListReplies.LINES})
    @Operation(
            operationId = "findRows",
            summary = "Rows by key columns, in any order; all of them: one row, leading ones: the rows that begin so",
            parameters = {
                @Parameter(
                        name = "columns",
                        in = ParameterIn.QUERY,
                        style = ParameterStyle.FORM,
                        explode = Explode.TRUE,
                        description =
                                "Leading key columns, each as a parameter of its own; none: all rows. Of the column behind"
                                        + " them column.from (inclusive) and column.to (exclusive)",
                        schema = @Schema(type = "object", additionalProperties = Schema.AdditionalPropertiesValue.TRUE),
                        example = "{\"order_id\":\"A1001\"}"),
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
            description = "A page of rows in key order, or the one row",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON,
                        schema = @Schema(oneOf = {RowsReply.class, RowReply.class})),
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
            description = "No such table or row: /problems/table-not-found, /problems/row-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "410",
            description = ApiTexts.GONE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = ApiTexts.UNAVAILABLE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public CompletionStage<HttpResponse<?>> rows(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        return lists.byQuery(tables.named(table), request, TablePaths.of(request));
    }

    /**
     * {@return how many rows a query would give}
     *
     * @param request for its query
     * @param table the table's name
     */
    @Get("/{table}/rows:count")
    @ExecuteOn(TaskExecutors.BLOCKING)
    @Operation(
            operationId = "countRows",
            summary = "How many rows there are by leading key columns, counted one by one",
            description = "keyfold.limits.scan-rows at the most for each request; next_page_token goes on counting.",
            parameters = {
                @Parameter(
                        name = "columns",
                        in = ParameterIn.QUERY,
                        style = ParameterStyle.FORM,
                        explode = Explode.TRUE,
                        description = "Leading key columns, and bounds, as for the rows; none: all rows",
                        schema = @Schema(type = "object", additionalProperties = Schema.AdditionalPropertiesValue.TRUE),
                        example = "{\"order_id\":\"A1001\"}"),
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
            description = "How many",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = CountReply.class)))
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
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "410",
            description = ApiTexts.GONE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = ApiTexts.UNAVAILABLE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> count(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        return lists.count(tables.named(table), request, TablePaths.of(request));
    }

    /**
     * {@return what became of each of many keys}
     *
     * @param request for its query
     * @param table the table's name
     * @param body the keys, which this method reads itself
     */
    @Post("/{table}/rows:batchGet")
    @ExecuteOn(TaskExecutors.BLOCKING)
    @Operation(
            operationId = "batchGetRows",
            summary = "The rows of many keys, each found, absent or not answered",
            parameters = {
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
            },
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON,
                                            schema = @Schema(implementation = BatchRequest.class))))
    @ApiResponse(
            responseCode = "200",
            description = "One result a key, in the order of the keys",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = BatchReply.class)))
    @ApiResponse(
            responseCode = "400",
            description =
                    "The body, a key or a parameter is wrong: /problems/bad-body, /problems/bad-key, /problems/bad-parameter",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> batchGet(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table,
            @Parameter(hidden = true) @Nullable @Body String body) {
        return batch.get(tables.named(table), request, TablePaths.of(request), body == null ? "" : body);
    }

    /**
     * {@return one row}
     *
     * @param request for its path, which this method decodes itself
     * @param table the table's name
     * @param key the key's columns as the framework decoded them, too early to be split
     */
    @Get("/{table}/rows/{key:.+}")
    @Operation(
            operationId = "getRow",
            summary = "One row by its key: a path segment for each key column, in the contract's order",
            description = "Swagger UI sends one segment only: try it there with the columns as a query.",
            parameters = {
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
            description = "The row",
            headers = {
                @Header(
                        name = "ETag",
                        description =
                                "The topic's generation, partition and offset of the record that wrote the row, and"
                                        + " what else the reply depends on"),
                @Header(name = "Last-Modified", description = "That record's timestamp"),
                @Header(
                        name = RowHeaders.AS_OF,
                        description = "How far the table had been read: topic-partition@offset"),
                @Header(
                        name = RowHeaders.CAUGHT_UP_AT,
                        description = "As of when every delete is known to have been seen, ISO-8601 in UTC; if known"),
                @Header(
                        name = RowHeaders.STALE,
                        description = "Why the row may have been deleted upstream; not there if it has not been"),
                @Header(name = RowHeaders.SERVED_BY, description = "active or standby: which copy was read"),
                @Header(
                        name = RowHeaders.READ_THROUGH,
                        description = "As of when all that could be read is in the standby copy, ISO-8601 in UTC")
            },
            content =
                    @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = RowReply.class)))
    @ApiResponse(responseCode = "304", description = "If-None-Match names the row's ETag")
    @ApiResponse(
            responseCode = "400",
            description = "The key or a parameter is wrong: /problems/bad-key, /problems/bad-parameter",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "No such table or row: /problems/table-not-found, /problems/row-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = ApiTexts.UNAVAILABLE,
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public CompletionStage<HttpResponse<?>> row(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table,
            @Parameter(
                            description = "One segment for each key column, each percent-encoded (a / within is %2F)",
                            example = "A1001/I02")
                    String key) {
        return one.byPath(tables.named(table), request, TablePaths.of(request));
    }
}
