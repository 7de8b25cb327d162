package io.keyfold.risk;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keyfold.client.KeyfoldClient;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.web.router.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The service as it is shipped, in this JVM, over a topic of the test's own. */
public final class RiskServer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BETWEEN_LOOKS_NANOS = Duration.ofMillis(20).toNanos();

    private final RiskTopics topics;
    private final EmbeddedServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    private RiskServer(RiskTopics topics, Path stateDir, Map<String, Object> more) {
        this.topics = topics;
        Map<String, Object> settings = new HashMap<>(topics.settings());
        settings.put("micronaut.server.port", -1);
        settings.put("keyfold.state-dir", stateDir.toString());
        settings.put("keyfold.streams-overrides.consumer.fetch.max.wait.ms", "50");
        settings.putAll(more);
        this.server = ApplicationContext.run(EmbeddedServer.class, settings);
    }

    public static RiskServer start(KeyfoldKafka kafka, Path stateDir) {
        return start(RiskTopics.make(kafka), stateDir, Map.of());
    }

    public static RiskServer start(RiskTopics topics, Path stateDir, Map<String, Object> more) {
        RiskServer server = new RiskServer(topics, stateDir, more);
        await("readiness", () -> server.get("/health/readiness").statusCode() == 200);
        return server;
    }

    /** The contract of the topic that the service reads. */
    public TableContract contract() {
        return topics.items();
    }

    /** What the service reads and writes. */
    public RiskTopics topics() {
        return topics;
    }

    /** The service's tables, as its callers ask them. */
    public KeyfoldClient client() {
        return KeyfoldClient.builder(uri("")).timeout(PATIENCE).build();
    }

    private URI uri(String path) {
        return URI.create("http://" + server.getHost() + ":" + server.getPort() + path);
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).build(), path);
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    public HttpResponse<String> post(String path, String json, String... headers) {
        return send(
                request(path, headers)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build(),
                path);
    }

    /** The body of a reply, whatever its status; decimals stay decimals. */
    public JsonNode json(String path) {
        return read(get(path));
    }

    public static JsonNode read(HttpResponse<String> reply) {
        try {
            return JSON.readTree(reply.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HttpResponse<String> send(HttpRequest request, String path) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no reply to " + path + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** What the service answers below a path, as an OpenAPI document writes it, such as {@code GET /v1/tables/{table}}. */
    public Set<String> operations(String below) {
        return server.getApplicationContext()
                .getBean(Router.class)
                .uriRoutes()
                .filter(route -> route.getUriMatchTemplate().toPathString().startsWith(below))
                .map(route -> route.getHttpMethod() + " "
                        + route.getUriMatchTemplate().toPathString().replaceAll("\\{(\\w+):[^}]*}", "{$1}"))
                .filter(operation -> !operation.startsWith("HEAD ")) // each GET has one
                .collect(Collectors.toCollection(TreeSet::new));
    }

    public static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new AssertionError("waited " + PATIENCE + " in vain for " + what);
            }
            LockSupport.parkNanos(BETWEEN_LOOKS_NANOS);
        }
    }

    @Override
    public void close() {
        server.getApplicationContext().close();
    }
}
