package io.keyfold.micronaut.rest;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.row.RowJson;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
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
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/**
 * The HTTP door to the tables.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(TablePaths.TABLES)
@ExecuteOn(TaskExecutors.BLOCKING)
@Tag(name = "Tables", description = "Upsert topics as tables")
public final class TablesController {

    private static final String VALUES =
            "raw (if not given): as the upstream job wrote them; canonical: the declared columns"
                    + " in one spelling, a decimal with all its digits";

    private final UpsertConsumer consumer;

    TablesController(UpsertConsumer consumer) {
        this.consumer = consumer;
    }

    /**
     * {@return all tables with their state}
     *
     * @param request for its path
     */
    @Get
    @Operation(operationId = "listTables", summary = "All tables and their state")
    @ApiResponse(
            responseCode = "200",
            description = "The tables",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = TablesReply.class)))
    public HttpResponse<?> tables(HttpRequest<?> request) {
        String path = TablePaths.of(request).tables();
        return HttpResponse.ok(new TablesReply(consumer.tables().stream()
                .map(name -> TablesReply.Entry.of(consumer.table(name).status(), path))
                .toList()));
    }

    /**
     * {@return one table: contract, partitions, positions, counts}
     *
     * @param request for its path
     * @param table its name
     */
    @Get("/{table}")
    @Operation(operationId = "getTable", summary = "One table: its contract, and how far this instance has read it")
    @ApiResponse(
            responseCode = "200",
            description = "The table",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = TableReply.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> table(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        UpsertTable<RowJson> asked = named(table);
        return HttpResponse.ok(TableReply.of(asked, TablePaths.of(request).rows(table)));
    }

    /**
     * {@return one row, if the query names all key columns; else a page of rows}
     *
     * @param request for its query
     * @param table the table's name
     */
    @Get("/{table}/rows")
    @Operation(
            operationId = "findRows",
            summary = "Rows by key columns, in any order; all of them: one row, leading ones: the rows that begin so",
            parameters = {
                @Parameter(
                        name = "columns",
                        in = ParameterIn.QUERY,
                        style = ParameterStyle.FORM,
                        explode = Explode.TRUE,
                        description = "Leading key columns, each as a parameter of its own; none: all rows",
                        schema = @Schema(type = "object", additionalProperties = Schema.AdditionalPropertiesValue.TRUE),
                        example = "{\"order_id\":\"A1001\"}"),
                @Parameter(
                        name = "limit",
                        in = ParameterIn.QUERY,
                        description = "Rows at the most; 1000 if not given",
                        schema = @Schema(type = "integer", minimum = "1", maximum = "10000")),
                @Parameter(
                        name = "after",
                        in = ParameterIn.QUERY,
                        description = "next_after of the page before",
                        schema = @Schema(type = "string")),
                @Parameter(
                        name = ValueForm.PARAMETER,
                        in = ParameterIn.QUERY,
                        description = VALUES,
                        schema =
                                @Schema(
                                        type = "string",
                                        allowableValues = {"raw", "canonical"}))
            })
    @ApiResponse(
            responseCode = "200",
            description = "A page of rows in key order, or the one row",
            content =
                    @Content(
                            mediaType = "application/json",
                            schema = @Schema(oneOf = {RowsReply.class, RowReply.class})))
    @ApiResponse(
            responseCode = "400",
            description = "A column or a parameter is wrong: /problems/bad-key, /problems/bad-parameter",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "No such table or row: /problems/table-not-found, /problems/row-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = "This instance cannot tell yet, or not at all: /problems/not-ready, /problems/row-elsewhere",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> rows(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        return new TableRows(named(table), TablePaths.of(request)).byQuery(request);
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
            parameters =
                    @Parameter(
                            name = ValueForm.PARAMETER,
                            in = ParameterIn.QUERY,
                            description = VALUES,
                            schema =
                                    @Schema(
                                            type = "string",
                                            allowableValues = {"raw", "canonical"})))
    @ApiResponse(
            responseCode = "200",
            description = "The row",
            headers = {
                @Header(
                        name = "ETag",
                        description =
                                "Partition and offset of the record that wrote the row, and the form of its value"),
                @Header(name = "Last-Modified", description = "That record's timestamp"),
                @Header(
                        name = RowHeaders.AS_OF,
                        description = "How far the table had been read: topic-partition@offset"),
                @Header(
                        name = RowHeaders.CAUGHT_UP_AT,
                        description = "As of when every delete is known to have been seen, ISO-8601 in UTC; if known"),
                @Header(
                        name = RowHeaders.STALE,
                        description = "Why the row may have been deleted upstream; not there if it has not been")
            },
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = RowReply.class)))
    @ApiResponse(responseCode = "304", description = "If-None-Match names the row's ETag")
    @ApiResponse(
            responseCode = "400",
            description = "The key does not fit the table: /problems/bad-key",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "No such table or row: /problems/table-not-found, /problems/row-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "503",
            description = "This instance cannot tell yet, or not at all: /problems/not-ready, /problems/row-elsewhere",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> row(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table,
            @Parameter(
                            description = "One segment for each key column, each percent-encoded (a / within is %2F)",
                            example = "A1001/I02")
                    String key) {
        TablePaths paths = TablePaths.of(request);
        return new TableRows(named(table), paths).byPath(request, paths.encodedKey());
    }

    private UpsertTable<RowJson> named(String table) {
        if (!consumer.tables().contains(table)) {
            throw ProblemException.of(
                    ProblemType.TABLE_NOT_FOUND,
                    "No table is called so; GET " + TablePaths.TABLES + " lists those that are here");
        }
        return consumer.table(table);
    }
}
