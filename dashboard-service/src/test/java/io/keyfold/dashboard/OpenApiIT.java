package io.keyfold.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** The OpenAPI document that clients are written against: checked in, so that a change of the API is seen. */
@ExtendWith(KeyfoldKafkaExtension.class)
final class OpenApiIT {

    private static final String DOCUMENT = "dashboard-service-v1.yml";
    private static final Path CHECKED_IN = Path.of("openapi", DOCUMENT);
    private static final Path GENERATED = Path.of("target", "classes", "META-INF", "swagger", DOCUMENT);

    private static Set<String> operations(Path document) throws IOException {
        Map<String, Map<String, Map<String, Object>>> api = new Yaml().load(Files.readString(document, UTF_8));
        return requireNonNull(api.get("paths")).entrySet().stream()
                .flatMap(path ->
                        path.getValue().keySet().stream().map(method -> method.toUpperCase(ROOT) + " " + path.getKey()))
                .collect(Collectors.toSet());
    }

    @Test
    void document_isTheOneCheckedIn() throws IOException {
        assertThat(GENERATED)
                .as("the API has changed; if it was meant to: cp %s %s", GENERATED, CHECKED_IN)
                .hasSameTextualContentAs(CHECKED_IN, UTF_8);
    }

    @Test
    void document_hasEveryOperation(KeyfoldKafka kafka, @TempDir Path stateDir) throws IOException {
        try (DashboardServer server = DashboardServer.start(kafka, stateDir)) {
            assertThat(operations(CHECKED_IN)).isEqualTo(server.operations("/v1/"));
            assertThat(server.get("/swagger/" + DOCUMENT).body()).isEqualTo(Files.readString(CHECKED_IN, UTF_8));
        }
    }
}
