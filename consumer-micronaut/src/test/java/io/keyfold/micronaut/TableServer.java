package io.keyfold.micronaut;

import io.keyfold.UpsertConsumer;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.io.IOException;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A service with one table, in this JVM, asked over real HTTP. */
final class TableServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BETWEEN_LOOKS_NANOS = Duration.ofMillis(20).toNanos();

    private final EmbeddedServer server;
    private final String host;
    private final HttpClient http = HttpClient.newHttpClient();

    private TableServer(Map<String, Object> settings, Object... beans) {
        this.host = host(String.valueOf(settings.getOrDefault("micronaut.server.host", "localhost")));
        this.server = ApplicationContext.builder()
                .properties(settings)
                .singletons(beans)
                .start()
                .getBean(EmbeddedServer.class)
                .start();
    }

    private static String host(String address) {
        return address.contains(":") ? "[" + address + "]" : address;
    }

    /** What a server with one table needs. */
    static Map<String, Object> settings(
            String bootstrapServers, String consumer, Path stateDir, String table, String topic, String deadLetters) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("micronaut.application.name", "orders-service");
        settings.put("keyfold.bootstrap-servers", bootstrapServers);
        settings.put("keyfold.consumer", consumer);
        settings.put("keyfold.state-dir", stateDir.toString());
        // A quiet topic's fetch is held for less: a start and a close wait for it.
        settings.put("keyfold.streams-overrides.consumer.fetch.max.wait.ms", "50");
        settings.put("keyfold.tables." + table + ".topic", topic);
        settings.put("keyfold.tables." + table + ".dead-letter-topic", deadLetters);
        return settings;
    }

    /** With beans that take the place of its own. */
    static TableServer start(Map<String, Object> settings, Object... beans) {
        return new TableServer(settings, beans);
    }

    UpsertConsumer consumer() {
        return server.getApplicationContext().getBean(UpsertConsumer.class);
    }

    int port() {
        return server.getPort();
    }

    TableServer awaitReady() {
        await("the tables to be ready", () -> get("/health/readiness").statusCode() == 200);
        return this;
    }

    /** Asks for a path as it stands, with header names and values. */
    HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    HttpResponse<String> post(String path, String json) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build());
    }

    URI uri(String path) {
        return URI.create("http://" + host + ":" + port() + path);
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no reply to " + request + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    static void await(String what, BooleanSupplier condition) {
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
