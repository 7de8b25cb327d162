package io.keyfold.micronaut;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A client that follows a table, by the rules of server-sent events. Reads from the connection only when it is asked for an event. */
final class EventReader implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpResponse<InputStream> response;
    private final BufferedReader lines;
    private String lastEventId = "";
    private int comments;

    /** An event as a browser would hand it on. */
    record Event(String name, String id, String text) {

        JsonNode data() {
            try {
                return JSON.readTree(text);
            } catch (IOException e) {
                throw new AssertionError("not JSON: " + text, e);
            }
        }
    }

    private EventReader(HttpResponse<InputStream> response) {
        this.response = response;
        this.lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8));
    }

    static EventReader open(TableServer server, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new EventReader(HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream()));
        } catch (IOException e) {
            throw new AssertionError("no reply to " + path + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    HttpResponse<InputStream> response() {
        return response;
    }

    String lastEventId() {
        return lastEventId;
    }

    int comments() {
        return comments;
    }

    Event next() {
        return nextOrEnd().orElseThrow(() -> new AssertionError("the stream ended"));
    }

    List<Event> next(int count) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(next());
        }
        return events;
    }

    /** Empty if the server has ended the stream as it should. */
    Optional<Event> nextOrEnd() {
        String name = "message";
        @Nullable StringBuilder data = null;
        while (true) {
            String line = line();
            if (line == null) {
                return Optional.empty();
            }
            if (line.isEmpty()) {
                if (data != null) {
                    return Optional.of(new Event(name, lastEventId, data.toString()));
                }
                name = "message";
            } else if (line.startsWith(":")) {
                comments++;
            } else if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("id: ")) {
                lastEventId = line.substring(4);
            } else if (line.startsWith("data: ")) {
                data = data == null ? new StringBuilder() : data.append('\n');
                data.append(line.substring(6));
            } else {
                throw new AssertionError("no line of an event stream: " + line);
            }
        }
    }

    /** Reads until a comment has come. */
    void awaitComment() {
        int before = comments;
        while (comments == before) {
            String line = line();
            if (line == null) {
                throw new AssertionError("the stream ended");
            }
            if (line.startsWith(":")) {
                comments++;
            } else if (line.startsWith("data:")) {
                throw new AssertionError("an event: " + line);
            }
        }
        String id = line();
        String end = line();
        if (id == null || !id.startsWith("id: ") || !"".equals(end)) {
            throw new AssertionError("no id behind the comment: " + id + ", " + end);
        }
        lastEventId = id.substring(4);
    }

    private @Nullable String line() {
        try {
            return lines.readLine();
        } catch (IOException e) {
            throw new AssertionError("the connection broke: " + e, e);
        }
    }

    /** As a client that goes away. */
    @Override
    public void close() {
        try {
            response.body().close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
