package io.keyfold.micronaut.chaos;

import io.keyfold.micronaut.KeyfoldApplication;
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
import org.jspecify.annotations.Nullable;

/** One instance of the service in a JVM of its own. For one thread; its port may be asked by any. */
final class Instance implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final int number;
    private final int port;
    private final Path directory;
    private final Map<String, String> settings;
    private @Nullable Process process;

    Instance(int number, int port, Path directory, Map<String, String> settings) {
        this.number = number;
        this.port = port;
        this.directory = directory;
        this.settings = settings;
    }

    /** What the JVM runs. */
    static final class Service {

        private Service() {}

        public static void main(String[] args) {
            KeyfoldApplication.run(Service.class, args);
        }
    }

    int number() {
        return number;
    }

    int port() {
        return port;
    }

    void start() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Service.class.getName(),
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

    boolean isReady(HttpClient http) {
        try {
            return send(http, "/health/readiness").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The body of a reply. */
    String get(HttpClient http, String path) throws IOException {
        return send(http, path).body();
    }

    private HttpResponse<String> send(HttpClient http, String path) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(LONGEST)
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    /** It stands still, its connections open, until it {@link #goesOn}. */
    void pause() throws InterruptedException {
        signal("-STOP");
    }

    void goesOn() throws InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws InterruptedException {
        Process running = process;
        if (running == null) {
            throw new IllegalStateException("Cannot signal instance " + number + ": it does not run");
        }
        try {
            int exit = new ProcessBuilder("kill", signal, Long.toString(running.pid()))
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IllegalStateException("Cannot signal instance " + number + ": kill said " + exit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }
}
