package io.keyfold.micronaut;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/**
 * Asks one port for one row, again and again from a thread of its own, also while nobody listens there, and notes what must not
 * be said of a row that is there all the time, or never.
 */
final class RowWatch implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final Pattern TRACE = Pattern.compile("\\tat |Exception|io\\.keyfold|\\.java:");

    private final URI uri;
    private final int expected;
    private final String asOf;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean ended;

    /**
     * Begins.
     *
     * @param port who is asked
     * @param path the row
     * @param expected 200 if it is there, 404 if not
     * @param owner the topic and partition that it belongs to, as {@code Keyfold-As-Of} begins where the owner was asked
     */
    RowWatch(int port, String path, int expected, String owner) {
        this.uri = URI.create("http://127.0.0.1:" + port + path);
        this.expected = expected;
        this.asOf = owner + "@";
        this.thread = new Thread(this::run, "watch of " + path + " at " + port);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!ended) {
            try {
                HttpResponse<String> reply =
                        http.send(HttpRequest.newBuilder(uri).timeout(LONGEST).build(), BodyHandlers.ofString());
                check(reply);
                statuses.merge(reply.statusCode(), 1, Integer::sum);
            } catch (IOException e) {
                Thread.onSpinWait(); // nobody listens
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void check(HttpResponse<String> reply) {
        int status = reply.statusCode();
        boolean isRight = status == expected
                ? reply.headers().firstValue("Keyfold-As-Of").orElse("").startsWith(asOf)
                : status == 503 && reply.headers().firstValue("Retry-After").isPresent();
        if (!isRight || TRACE.matcher(reply.body()).find()) {
            wrong.add(uri + ": " + status + " " + reply.headers().map() + " " + reply.body());
        }
    }

    boolean isOf(int port) {
        return uri.getPort() == port;
    }

    /** Until it has been answered once more, as it should be. */
    void awaitAnswer() {
        int before = statuses.getOrDefault(expected, 0);
        TableServer.await(
                expected + " for " + uri + ", of " + statuses, () -> statuses.getOrDefault(expected, 0) > before);
    }

    boolean hasSeen(int status) {
        return statuses.containsKey(status);
    }

    /** What must not have been said. */
    Queue<String> wrong() {
        return wrong;
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
