package io.keyfold.micronaut.rest;

import io.keyfold.UpsertConsumer;
import io.keyfold.config.PeerAddress;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/**
 * The HTTP door to what is to be known of this instance.
 *
 * <p>Public so that a service can describe it in its OpenAPI document with {@code @OpenAPIInclude}; not to be called.
 */
@Controller(InstanceController.PATH)
@ExecuteOn(TaskExecutors.BLOCKING)
@Guarded
@Tag(name = "Instance", description = "This process")
public final class InstanceController {

    static final String PATH = "/v1/instance";

    private final UpsertConsumer consumer;
    private final ServedTables tables;
    private final RunningInstance running;
    private final InstanceName name;

    InstanceController(UpsertConsumer consumer, ServedTables tables, RunningInstance running, InstanceName name) {
        this.consumer = consumer;
        this.tables = tables;
        this.running = running;
        this.name = name;
    }

    /** {@return this instance} */
    @Get
    @Operation(operationId = "getInstance", summary = "This instance: its name, its version, its tables")
    @ApiResponse(
            responseCode = "200",
            description = "The instance",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON,
                            schema = @Schema(implementation = InstanceReply.class)))
    public HttpResponse<?> instance() {
        return HttpResponse.ok(new InstanceReply(
                consumer.name(),
                name.text().orElse(null),
                running.version(),
                running.startedAt().toString(),
                consumer.address().map(PeerAddress::toString).orElse(null),
                tables.all().stream()
                        .map(table -> InstanceReply.Table.of(table.here().status()))
                        .toList()));
    }
}
