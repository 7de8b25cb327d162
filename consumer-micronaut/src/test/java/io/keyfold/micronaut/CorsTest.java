package io.keyfold.micronaut;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages of other origins: none, unless the user lets some; then errors too can be read by them. */
final class CorsTest {

    private static final String ORIGIN = "https://page.example.org";
    private static final Map<String, Object> KEY = Map.of(
            "keyfold.api-keys.page.key-sha256",
            "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
            "keyfold.api-keys.page.roles",
            "keyfold-read");

    /** Open: the JDK's client sends an Origin and whatever else only if told so; a socket sends anything. */
    private static HttpResponse<String> ask(StillServer server, String method, String path, String... headers) {
        return server.send(method, path, headers);
    }

    @Test
    void origin_notConfigured_getsNoAccessControl() {
        try (StillServer server = StillServer.start(Map.of())) {
            for (String path : List.of("/v1/tables", "/v1/tables/none", "/nothing")) {
                assertThat(ask(server, "GET", path, "Origin", ORIGIN)
                                .headers()
                                .map()
                                .keySet())
                        .noneMatch(name -> name.startsWith("access-control"));
            }
            HttpResponse<String> preflight =
                    ask(server, "OPTIONS", "/v1/tables", "Origin", ORIGIN, "Access-Control-Request-Method", "GET");
            assertThat(preflight.statusCode()).isGreaterThanOrEqualTo(400);
            assertThat(preflight.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
        }
    }

    @Test
    void origin_configured_canReadAnswersAndProblems() {
        Map<String, Object> settings = new HashMap<>(KEY);
        settings.put("micronaut.server.cors.enabled", "true");
        settings.put("micronaut.server.cors.configurations.web.allowed-origins", List.of(ORIGIN));
        try (StillServer server = StillServer.start(settings)) {
            HttpResponse<String> preflight = ask(
                    server,
                    "OPTIONS",
                    "/v1/tables",
                    "Origin",
                    ORIGIN,
                    "Access-Control-Request-Method",
                    "GET",
                    "Access-Control-Request-Headers",
                    "X-API-Key");
            assertThat(preflight.statusCode()).isEqualTo(200);
            for (String path : List.of("/v1/tables", "/v1/tables/none", "/nothing", "/beans")) {
                for (String key : List.of("foo", "wrong")) {
                    HttpResponse<String> reply = ask(server, "GET", path, "Origin", ORIGIN, "X-API-Key", key);
                    assertThat(reply.headers().firstValue("Access-Control-Allow-Origin"))
                            .as(path + " " + reply.statusCode())
                            .contains(ORIGIN);
                }
            }
            assertThat(ask(server, "GET", "/v1/tables", "Origin", "https://other.example.org", "X-API-Key", "foo")
                            .headers()
                            .firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }
}
