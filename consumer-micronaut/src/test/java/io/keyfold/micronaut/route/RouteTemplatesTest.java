package io.keyfold.micronaut.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.micronaut.StillServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided by a template is decided alike wherever the service's context path puts it. */
final class RouteTemplatesTest {

    private static StillServer under(String contextPath) {
        return StillServer.start(Map.of(
                "micronaut.server.context-path",
                contextPath,
                "keyfold.api-keys.risk.key-sha256",
                "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                "keyfold.api-keys.risk.roles",
                "keyfold-read"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api", "api", "/api/", "/a/b"})
    void rights_underAContextPath_areTheSame(String contextPath) {
        String at = "/" + contextPath.replaceAll("^/|/$", "");
        try (StillServer server = under(contextPath)) {
            assertThat(server.get(at + "/v1/tables").statusCode()).isEqualTo(401);
            assertThat(server.get(at + "/v1/tables", "X-API-Key", "foo").statusCode())
                    .isEqualTo(200);
            assertThat(server.get("/v1/tables").statusCode()).isEqualTo(404);
            assertThat(server.send("POST", at + "/v1/asked/x/audits", "X-API-Key", "foo")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(server.get(at + "/beans", "X-API-Key", "foo").statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void rights_contextPathThatLooksLikeAnOpenOne_areTheSame() {
        try (StillServer server = under("/peer")) {
            assertThat(server.get("/peer/v1/tables").statusCode()).isEqualTo(401);
            assertThat(server.send("POST", "/peer/peer/v1/questions").statusCode())
                    .isEqualTo(200);
            assertThat(server.send("POST", "/peer/peer/v1/asked").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void rights_endpointsOutsideOfTheContextPath_areClosedButProbesAndMetrics() {
        try (StillServer server = StillServer.start(Map.of(
                "micronaut.server.context-path",
                "/api",
                "endpoints.all.context-path",
                "/manage",
                "keyfold.api-keys.risk.key-sha256",
                "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                "keyfold.api-keys.risk.roles",
                "keyfold-read"))) {
            assertThat(server.get("/manage/beans").statusCode()).isEqualTo(401);
            assertThat(server.get("/manage/beans", "X-API-Key", "foo").statusCode())
                    .isEqualTo(401);
            assertThat(server.get("/manage/health/liveness").statusCode()).isEqualTo(200);
            assertThat(server.get("/manage/prometheus").statusCode()).isEqualTo(200);
            assertThat(server.get("/api/v1/tables").statusCode()).isEqualTo(401);
        }
    }
}
