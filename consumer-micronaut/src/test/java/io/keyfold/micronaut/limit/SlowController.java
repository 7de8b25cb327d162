package io.keyfold.micronaut.limit;

import io.keyfold.micronaut.StillConsumer;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.concurrent.Semaphore;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Routes that answer when the test says so, in every way that a route can. */
@Controller("/v1/slow")
@Requires(property = StillConsumer.PROPERTY)
final class SlowController {

    /** What a handler waits for. */
    final Semaphore mayEnd = new Semaphore(0);
    /** How many handlers have begun. */
    final Semaphore begun = new Semaphore(0);

    final Sinks.Many<String> items = Sinks.many().multicast().directBestEffort();

    @Get("/{thing}")
    String read(String thing) {
        return thing;
    }

    @Get("/{thing}/rows")
    @ExecuteOn(TaskExecutors.BLOCKING)
    String rows(String thing) throws InterruptedException {
        begun.release();
        mayEnd.acquire();
        return thing;
    }

    @Get("/{thing}/costly")
    @Costly
    @ExecuteOn(TaskExecutors.BLOCKING)
    String costly(String thing) throws InterruptedException {
        return rows(thing);
    }

    @Post("/{thing}/costly")
    String writeBesideCostly(String thing) {
        return thing;
    }

    @Get("/{thing}/at-once/rows")
    String rowsAtOnce(String thing) {
        return thing;
    }

    @Get("/{thing}/failing/rows")
    @ExecuteOn(TaskExecutors.BLOCKING)
    String failing(String thing) {
        throw new IllegalStateException("never shown");
    }

    @Get(value = "/{thing}/streamed/rows", produces = MediaType.TEXT_PLAIN)
    Publisher<String> streamed(String thing) {
        begun.release();
        return items.asFlux();
    }

    @Get(value = "/{thing}/broken/rows", produces = MediaType.TEXT_PLAIN)
    Publisher<String> broken(String thing) {
        return Flux.concat(Flux.just("a"), Flux.error(new IllegalStateException("never shown")));
    }

    @Get(value = "/{thing}/empty/rows", produces = MediaType.TEXT_PLAIN)
    Publisher<String> empty(String thing) {
        return Flux.empty();
    }

    @Post("/{thing}/events")
    String write(String thing) {
        return thing;
    }

    @Get(value = "/{thing}/events", produces = MediaType.TEXT_EVENT_STREAM)
    Publisher<Event<String>> events(String thing) {
        begun.release();
        return items.asFlux().startWith("hello").map(Event::of);
    }
}
