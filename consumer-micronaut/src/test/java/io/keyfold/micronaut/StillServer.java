package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.micronaut.context.ApplicationContext;
import io.micronaut.inject.qualifiers.Qualifiers;
import io.micronaut.runtime.server.EmbeddedServer;
import io.micronaut.scheduling.TaskExecutors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/** A real server in this JVM whose consumer was never started: who may ask and how much needs no broker. */
public final class StillServer implements AutoCloseable {

    private final EmbeddedServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    private StillServer(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(StillConsumer.PROPERTY, "true");
        this.server = ApplicationContext.run(EmbeddedServer.class, all);
    }

    /** Starts one with these settings beside those of a server in a test. */
    public static StillServer start(Map<String, Object> settings) {
        return new StillServer(settings);
    }

    public <T> T bean(Class<T> type) {
        return server.getApplicationContext().getBean(type);
    }

    public int port() {
        return server.getPort();
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path));
    }

    /** Asks for a path as it stands, with header names and values. */
    public HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    public HttpResponse<String> send(String method, String path, String... headers) {
        HttpRequest.Builder request = request(path).method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    public HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError("no reply to " + request + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** As the first part of a close does. */
    void endThreads() {
        server.getApplicationContext()
                .getBean(ExecutorService.class, Qualifiers.byName(TaskExecutors.BLOCKING))
                .shutdown();
    }

    /** A connection on which these bytes have been sent. */
    public Socket open(String sent) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
        socket.getOutputStream().write(sent.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        return socket;
    }

    @Override
    public void close() {
        server.getApplicationContext().close();
    }
}
