package io.keyfold.dashboard.totals;

import io.keyfold.micronaut.problem.Problem;
import io.keyfold.micronaut.problem.ProblemException;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import org.reactivestreams.Publisher;

/** The HTTP door to the totals: once, and as they change. */
@Controller("/v1/dashboard/totals")
@Tag(name = "Dashboard")
final class TotalsController {

    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    private final TotalsReader reader;
    private final TotalsFeed feed;

    TotalsController(TotalsReader reader, TotalsFeed feed) {
        this.reader = reader;
        this.feed = feed;
    }

    @Get
    @ExecuteOn(TaskExecutors.BLOCKING)
    @Operation(operationId = "getTotals", summary = "Counts and amounts of order items by status, now")
    @ApiResponse(
            responseCode = "200",
            description = "The totals",
            content =
                    @Content(
                            mediaType = "application/json",
                            schema = @Schema(implementation = TotalsReply.Ready.class)))
    @ApiResponse(
            responseCode = "503",
            description = "The table cannot tell yet: /problems/not-ready",
            content = @Content(mediaType = Problem.MEDIA_TYPE, schema = @Schema(implementation = Problem.class)))
    TotalsReply totals() {
        TotalsReply reply = reader.read();
        if (reply instanceof TotalsReply.NotReady notReady) {
            throw ProblemException.notReady(notReady.reason(), ASK_AGAIN).with("partitions", notReady.partitions());
        }
        return reply;
    }

    @Get(value = "/stream", produces = MediaType.TEXT_EVENT_STREAM)
    @Operation(
            operationId = "streamTotals",
            summary = "The same as server-sent events: now, when they change, and every ten seconds",
            description =
                    "Event `totals` carries what GET /v1/dashboard/totals replies; event `not-ready` says why there"
                            + " are none yet, in `reason`, and how far each partition is, in `partitions`.")
    @ApiResponse(
            responseCode = "200",
            description = "Events",
            content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM, schema = @Schema(type = "string")))
    HttpResponse<Publisher<Event<Object>>> stream() {
        // Of Object, for the framework writes what the declared type has, and TotalsReply has nothing.
        Publisher<Event<Object>> events =
                feed.replies().map(reply -> Event.<Object>of(reply).name(reply.event()));
        return HttpResponse.ok(events).header(HttpHeaders.CACHE_CONTROL, "no-store");
    }
}
