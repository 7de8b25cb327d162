package io.keyfold.benchmarks;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Put;

/** What Micronaut itself takes: a JSON text that is always the same, given on the thread that read the request. */
@Controller(HelloController.PATH)
final class HelloController {

    static final String PATH = "/hello";

    private volatile String reply = "{}";

    @Get
    String reply() {
        return reply;
    }

    /** From now on this is the reply. */
    @Put(consumes = MediaType.TEXT_PLAIN)
    void become(@Body String json) {
        reply = json;
    }
}
