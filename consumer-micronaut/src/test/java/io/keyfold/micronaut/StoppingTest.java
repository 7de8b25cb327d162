package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A request that comes while the service stops. */
final class StoppingTest {

    @Test
    void request_whenTheThreadsAreGone_is503() throws IOException {
        try (StillServer server = StillServer.start(Map.of())) {
            server.endThreads();

            HttpResponse<String> response = server.get("/v1/tables");

            OrderItems.assertProblem(
                    response, 503, "/problems/not-ready", "this instance stops; another one may answer");
            assertThat(response.headers().firstValue("Retry-After")).contains("1");
        }
    }
}
