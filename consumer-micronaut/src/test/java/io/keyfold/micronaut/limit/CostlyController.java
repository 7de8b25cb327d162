package io.keyfold.micronaut.limit;

import io.keyfold.micronaut.StillConsumer;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;

/** A controller of which every route is costly. */
@Controller("/v1/costly")
@Costly
@Requires(property = StillConsumer.PROPERTY)
final class CostlyController {

    @Get("/{thing}")
    String read(String thing) {
        return thing;
    }
}
