package io.keyfold.risk.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.risk.Application;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One instance of the service in a JVM of its own. For one thread. */
final class RiskProcess implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final int number;
    private final int port;
    private final Path directory;
    private final Map<String, Object> settings;
    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Process process;

    RiskProcess(int number, int port, Path directory, Map<String, Object> settings) {
        this.number = number;
        this.port = port;
        this.directory = directory;
        this.settings = settings;
    }

    void start() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName(),
                "--logger.config=logback.xml",
                "--micronaut.server.port=" + port,
                "--keyfold.peers.address=127.0.0.1:" + port,
                "--keyfold.instance-id=instance-" + number,
                "--keyfold.state-dir=" + directory.resolve("state-" + number)));
        settings.forEach((name, value) -> command.add("--" + name + "=" + value));
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("instance-" + number + ".log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isReady() {
        return send("/health/readiness")
                .filter(reply -> reply.statusCode() == 200)
                .isPresent();
    }

    /** Its answer, if it gives one now. */
    Optional<JsonNode> ask(String path) {
        return send(path).filter(reply -> reply.statusCode() == 200).map(reply -> Json.read(reply.body()));
    }

    private Optional<HttpResponse<String>> send(String path) {
        requireAlive();
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(LONGEST)
                    .build();
            return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        requireAlive().destroyForcibly().waitFor();
    }

    private Process requireAlive() {
        Process running = process;
        if (running == null || !running.isAlive()) {
            throw new IllegalStateException(this + " has ended by itself; its log is in " + directory);
        }
        return running;
    }

    @Override
    public void close() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    @Override
    public String toString() {
        return "instance-" + number;
    }
}
