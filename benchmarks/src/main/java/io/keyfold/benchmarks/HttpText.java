package io.keyfold.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Single requests to a server, beside the load. For any thread. */
final class HttpText {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int OK = 200;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;

    HttpText(URI server) {
        this.server = server;
    }

    URI server() {
        return server;
    }

    /**
     * {@return the body of a reply}
     *
     * @throws IllegalStateException if there is none, or its status is not 200
     */
    String get(String path) {
        return body(path, request(path));
    }

    /** {@return the body of a reply; empty if there is none, or its status is not 200} */
    Optional<String> find(String path) {
        try {
            HttpResponse<String> response = send(request(path).build());
            return response.statusCode() == OK ? Optional.of(response.body()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    String postJson(String path, String json) {
        return body(
                path, request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    void putText(String path, String text) {
        body(path, request(path).header("Content-Type", "text/plain").PUT(BodyPublishers.ofString(text)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE);
    }

    private String body(String path, HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = send(request.build());
            if (response.statusCode() != OK) {
                throw new IllegalStateException("Wrong answer: " + path + " gave " + response.statusCode()
                        + " (expected: 200): " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new IllegalStateException("Wrong answer: " + path + " gave none: " + e, e);
        }
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Cannot measure: interrupted", e);
        }
    }
}
