package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service that gives the replies that it was told to give, in their order, and remembers what it was asked. */
final class FakeService implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Responder> replies = new ConcurrentLinkedQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** Answers one request. */
    interface Responder {
        void respond(HttpExchange exchange) throws IOException;
    }

    /** A request. */
    record Asked(String method, String target, String body, Map<String, List<String>> headers) {}

    FakeService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        asked.add(new Asked(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                new String(exchange.getRequestBody().readAllBytes(), UTF_8),
                exchange.getRequestHeaders()));
        Responder next = replies.poll();
        if (next == null) {
            exchange.sendResponseHeaders(500, -1);
        } else {
            next.respond(exchange);
        }
        exchange.close();
    }

    FakeService replies(Responder responder) {
        replies.add(responder);
        return this;
    }

    /** Next, this; header names and values. */
    FakeService replies(int status, String contentType, String body, String... headers) {
        return replies(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", contentType);
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
        });
    }

    FakeService json(String body, String... headers) {
        return replies(200, "application/json", body, headers);
    }

    FakeService problem(int status, String body, String... headers) {
        return replies(status, "application/problem+json", body, headers);
    }

    /** What it was asked for, paths and queries. */
    List<String> targets() {
        return asked.stream().map(Asked::target).toList();
    }

    List<Asked> asked() {
        return asked;
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    KeyfoldClient client() {
        return builder().build();
    }

    KeyfoldClientBuilder builder() {
        return KeyfoldClient.builder(URI.create("http://" + address())).timeout(Duration.ofSeconds(30));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
