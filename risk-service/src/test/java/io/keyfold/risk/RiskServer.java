package io.keyfold.risk;

import io.keyfold.client.KeyfoldClient;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.web.router.Router;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The service as it is shipped, in this JVM, over a topic of the test's own. */
public final class RiskServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BETWEEN_LOOKS_NANOS = Duration.ofMillis(20).toNanos();

    private final TableContract contract;
    private final EmbeddedServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    private RiskServer(KeyfoldKafka kafka, Path stateDir) {
        this.contract = TableContracts.named("dwd_order_item")
                .withTopic(kafka.createTopic("dwd_order_item", 3, Map.of("cleanup.policy", "compact")));
        this.server = ApplicationContext.run(
                EmbeddedServer.class,
                Map.of(
                        "micronaut.server.port",
                        -1,
                        "keyfold.bootstrap-servers",
                        kafka.bootstrapServers(),
                        "keyfold.consumer",
                        kafka.uniqueName("risk"),
                        "keyfold.state-dir",
                        stateDir.toString(),
                        "keyfold.streams-overrides.consumer.fetch.max.wait.ms",
                        "50",
                        "keyfold.tables.dwd_order_item.topic",
                        contract.topic(),
                        "keyfold.tables.dwd_order_item.dead-letter-topic",
                        kafka.createTopic("dead-letters", 1)));
    }

    public static RiskServer start(KeyfoldKafka kafka, Path stateDir) {
        RiskServer server = new RiskServer(kafka, stateDir);
        await("readiness", () -> server.get("/health/readiness").statusCode() == 200);
        return server;
    }

    /** The contract of the topic that the service reads. */
    public TableContract contract() {
        return contract;
    }

    /** The service's tables, as its callers ask them. */
    public KeyfoldClient client() {
        return KeyfoldClient.builder(uri("")).timeout(PATIENCE).build();
    }

    private URI uri(String path) {
        return URI.create("http://" + server.getHost() + ":" + server.getPort() + path);
    }

    public HttpResponse<String> get(String path) {
        try {
            return http.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
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
