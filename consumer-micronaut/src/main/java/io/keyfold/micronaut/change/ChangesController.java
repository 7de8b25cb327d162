package io.keyfold.micronaut.change;

import io.keyfold.UpsertConsumer;
import io.keyfold.UpsertTable;
import io.keyfold.micronaut.access.Access;
import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.keyfold.micronaut.rest.Guarded;
import io.keyfold.micronaut.rest.TablePaths;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.Column;
import io.keyfold.store.ReadOptions;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Set;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;

/**
 * The HTTP door to changes, of all partitions from any instance.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(TablePaths.TABLES)
@Guarded
@Tag(name = "Tables", description = "Upsert topics as tables")
public final class ChangesController {

    private final UpsertConsumer consumer;
    private final ChangeStreams streams;
    private final Access access;

    ChangesController(UpsertConsumer consumer, ChangeStreams streams, Access access) {
        this.consumer = consumer;
        this.streams = streams;
        this.access = access;
    }

    /**
     * {@return a table's changes as they come}
     *
     * @param request for its header and query
     * @param table the table's name
     */
    @Get("/{table}/changes")
    @Produces(MediaType.TEXT_EVENT_STREAM)
    @Operation(
            operationId = "followTable",
            summary = "A table's changes as they come, as server-sent events",
            description =
                    "Events begin, insert, update, delete; reset: read the rows of these partitions anew; missing and found:"
                            + " partitions of which nobody can be asked for now, and can again.",
            parameters = {
                @Parameter(
                        name = ChangesQuery.LAST_EVENT_ID_HEADER,
                        in = ParameterIn.HEADER,
                        description =
                                "The id of the last event that was seen, to go on behind it; without: from now on",
                        schema = @Schema(type = "string")),
                @Parameter(
                        name = ChangesQuery.LAST_EVENT_ID,
                        in = ParameterIn.QUERY,
                        description = "The same, for clients that cannot set the header, which goes before it",
                        schema = @Schema(type = "string")),
                @Parameter(
                        name = "values",
                        in = ParameterIn.QUERY,
                        description = "raw (if not given): as the upstream job wrote them; canonical: in one spelling",
                        schema =
                                @Schema(
                                        type = "string",
                                        allowableValues = {"raw", "canonical"}))
            })
    @ApiResponse(
            responseCode = "200",
            description = "The events",
            content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM, schema = @Schema(type = "string")))
    @ApiResponse(
            responseCode = "400",
            description = "A column or a parameter is wrong: /problems/bad-key, /problems/bad-parameter",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "404",
            description = "There is no such table: /problems/table-not-found",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    @ApiResponse(
            responseCode = "501",
            description = "The service keeps no changes: /problems/changes-off",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    public HttpResponse<Publisher<byte[]>> changes(
            HttpRequest<?> request,
            @Parameter(description = "The table's name", example = "dwd_order_item") String table) {
        UpsertTable<RowJson> asked = named(table).reading(ReadOptions.ANYWHERE);
        ChangesQuery query = ChangesQuery.of(request, asked);
        ChangeEvents events =
                new ChangeEvents(asked, query, TablePaths.of(request).rows(table), hidden(request, asked));
        return HttpResponse.<Publisher<byte[]>>ok(streams.open(asked, query.cursor(), events))
                .header("Cache-Control", "no-store");
    }

    private Set<String> hidden(HttpRequest<?> request, UpsertTable<?> table) {
        if (access.maySeePersonalData(request)) {
            return Set.of();
        }
        return table.contract().columns().stream()
                .filter(Column::personal)
                .map(Column::name)
                .collect(Collectors.toSet());
    }

    private UpsertTable<RowJson> named(String name) {
        if (!consumer.tables().contains(name)) {
            throw ProblemException.of(
                    ProblemType.TABLE_NOT_FOUND,
                    "No table is called so; GET " + TablePaths.TABLES + " lists those that are here");
        }
        UpsertTable<RowJson> table = consumer.table(name);
        if (!table.keepsChanges()) {
            throw ProblemException.of(
                    ProblemType.CHANGES_OFF,
                    "keyfold.changes.log-bytes is 0; read the rows instead, with the parameters of GET "
                            + TablePaths.TABLES + "/" + name + "/rows");
        }
        return table;
    }
}
