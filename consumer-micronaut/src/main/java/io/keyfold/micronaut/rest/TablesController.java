package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.health.FindingReply;
import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
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
import java.util.ArrayList;
import java.util.List;

/**
 * The HTTP door to what is to be known of tables.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(TablePaths.TABLES)
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Tag(name = "Tables", description = "Upsert topics as tables")
public final class TablesController {

    private final ServedTables tables;

    TablesController(ServedTables tables) {
        this.tables = tables;
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
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = TablesReply.class)))
    public HttpResponse<?> tables(HttpRequest<?> request) {
        String path = TablePaths.of(request).tables();
        return HttpResponse.ok(new TablesReply(tables.all().stream()
                .map(table -> TablesReply.Entry.of(table.here().status(), path))
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
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = TableReply.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> table(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        return HttpResponse.ok(
                TableReply.of(tables.named(table).here(), TablePaths.of(request).table(table)));
    }

    /**
     * {@return what was noticed of a table's topic and of this instance}
     *
     * @param table the table's name
     */
    @Get("/{table}/findings")
    @Operation(
            operationId = "getFindings",
            summary = "What was noticed of the topic and of this instance, gravest first")
    @ApiResponse(
            responseCode = "200",
            description = "The findings",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = FindingsReply.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> findings(
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        return HttpResponse.ok(new FindingsReply(
                table,
                tables.named(table).here().findings().stream()
                        .map(FindingReply::of)
                        .toList()));
    }

    /**
     * {@return where a key is}
     *
     * @param request for its query
     * @param table the table's name
     */
    @Get("/{table}/key")
    @Operation(
            operationId = "explainKey",
            summary = "How a key is written, stored and hashed, and who reads its partition",
            parameters = {
                @Parameter(
                        name = "columns",
                        in = ParameterIn.QUERY,
                        style = ParameterStyle.FORM,
                        explode = Explode.TRUE,
                        description = "All key columns, each as a parameter of its own",
                        schema = @Schema(type = "object", additionalProperties = Schema.AdditionalPropertiesValue.TRUE),
                        example = "{\"order_id\":\"A1001\",\"item_id\":\"I02\"}")
            })
    @ApiResponse(
            responseCode = "200",
            description = "Where the key is",
            content =
                    @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = KeyReply.class)))
    @ApiResponse(
            responseCode = "400",
            description = "The key does not fit the table: /problems/bad-key",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> key(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        ServedTable asked = tables.named(table);
        List<String> columns = asked.contract().keyColumns();
        Parameters parameters = Parameters.of(request);
        List<String> texts = new ArrayList<>(columns.size());
        for (String column : columns) {
            texts.add(parameters
                    .take(column)
                    .orElseThrow(() -> ProblemException.of(
                            ProblemType.BAD_KEY, column + ": missing (expected: all of " + columns + ")")));
        }
        parameters.refuseRest(ProblemType.BAD_KEY, "no key column", "all of " + columns);
        return HttpResponse.ok(KeyReply.of(asked.here().locate(OneRow.key(asked, texts))));
    }
}
