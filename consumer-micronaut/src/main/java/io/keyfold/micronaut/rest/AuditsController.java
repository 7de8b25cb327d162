package io.keyfold.micronaut.rest;

import io.keyfold.micronaut.problem.Problem;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpHeaders;
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
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/**
 * The HTTP door to audits: of the partitions of this instance.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(TablePaths.TABLES)
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Tag(name = "Audits", description = "Proof that table and topic agree")
public final class AuditsController {

    private final ServedTables tables;
    private final AuditRuns runs;
    private final InstanceName instance;

    AuditsController(ServedTables tables, AuditRuns runs, InstanceName instance) {
        this.tables = tables;
        this.runs = runs;
        this.instance = instance;
    }

    /**
     * {@return the audit that was begun, or the one of that kind that runs already}
     *
     * @param request for its path
     * @param table the table's name
     * @param body the kind, which this method reads itself
     */
    @Post("/{table}/audits")
    @Operation(
            operationId = "startAudit",
            summary = "Begins to audit the partitions of this instance",
            requestBody =
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON,
                                            schema = @Schema(implementation = AuditRequest.class))))
    @ApiResponse(
            responseCode = "202",
            description = "It runs",
            headers = @Header(name = "Location", description = "Where to read how far it is"),
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = AuditRunReply.class)))
    @ApiResponse(
            responseCode = "400",
            description = "The body is wrong: /problems/bad-body",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> start(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table,
            @Parameter(hidden = true) @Nullable @Body String body) {
        ServedTable asked = tables.named(table);
        AuditRun run = runs.begin(asked, AuditRequest.read(body == null ? "" : body));
        AuditRunReply reply =
                AuditRunReply.of(asked, run, instance, TablePaths.of(request).audits(table));
        return HttpResponse.accepted().body(reply).header(HttpHeaders.LOCATION, reply.self());
    }

    /**
     * {@return the audits that were asked for, the last one first}
     *
     * @param request for its path
     * @param table the table's name
     */
    @Get("/{table}/audits")
    @Operation(operationId = "listAudits", summary = "The audits that were asked for on this instance, the last 16")
    @ApiResponse(
            responseCode = "200",
            description = "The audits, the last one first",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = AuditRunsReply.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> audits(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        ServedTable asked = tables.named(table);
        String path = TablePaths.of(request).audits(table);
        return HttpResponse.ok(new AuditRunsReply(runs.all(asked).stream()
                .map(run -> AuditRunReply.of(asked, run, instance, path))
                .toList()));
    }

    /**
     * {@return one audit}
     *
     * @param request for its path
     * @param table the table's name
     * @param id the audit's
     */
    @Get("/{table}/audits/{id}")
    @Operation(operationId = "getAudit", summary = "How far an audit is, and what it found")
    @ApiResponse(
            responseCode = "200",
            description = "The audit",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = AuditRunReply.class)))
    @ApiResponse(
            responseCode = "404",
            description =
                    "No such table, or no such audit of this instance: audits are known to the instance that began"
                            + " them, and only the last 16: /problems/table-not-found, /problems/audit-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<?> audit(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table,
            @Parameter(description = "The audit's id", example = "8c5f0a91d27be346") String id) {
        ServedTable asked = tables.named(table);
        return HttpResponse.ok(AuditRunReply.of(
                asked, runs.named(asked, id), instance, TablePaths.of(request).audits(table)));
    }
}
