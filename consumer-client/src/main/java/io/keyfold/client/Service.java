package io.keyfold.client;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The service that is asked: one request, one reply. Safe for many threads. */
final class Service {

    static final int OK = 200;

    private final String base;
    private final String address;
    private final Optional<String> apiKey;
    private final Duration timeout;
    private final HttpClient http;

    Service(URI service, Optional<String> apiKey, Duration timeout) {
        String text = service.toString();
        this.base = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        this.address = service.getRawAuthority();
        this.apiKey = apiKey;
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    HttpResponse<byte[]> get(String target) {
        return send(request(target, timeout).build());
    }

    HttpResponse<byte[]> post(String target, String json) {
        return send(request(target, timeout)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build());
    }

    /** {@return a reply that is an answer} */
    HttpResponse<byte[]> list(String target) {
        return answered(get(target));
    }

    HttpResponse<byte[]> answered(HttpResponse<byte[]> response) {
        if (response.statusCode() != OK) {
            throw refused(problem(response));
        }
        return response;
    }

    private HttpRequest.Builder request(String target, Duration headersWithin) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + target)).timeout(headersWithin);
        apiKey.ifPresent(key -> request.header("Authorization", "Bearer " + key));
        return request;
    }

    /** The request's own timeout ends with the headers; this one is for all of the reply. */
    private HttpResponse<byte[]> send(HttpRequest request) {
        CompletableFuture<HttpResponse<byte[]>> reply = http.sendAsync(request, BodyHandlers.ofByteArray());
        try {
            return reply.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            throw unanswered("interrupted", e);
        } catch (TimeoutException e) {
            reply.cancel(true);
            throw unanswered("no reply within " + timeout, e);
        } catch (ExecutionException e) {
            throw failed(e.getCause());
        }
    }

    /** Begins to take a reply that has no end. */
    <T> CompletableFuture<HttpResponse<T>> stream(String target, Optional<String> lastEventId, BodyHandler<T> handler) {
        HttpRequest.Builder request = request(target, timeout).header("Accept", "text/event-stream");
        lastEventId.ifPresent(id -> request.header("Last-Event-ID", id));
        return http.sendAsync(request.build(), handler);
    }

    /** {@return what to throw where no reply came} */
    KeyfoldClientException failed(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof ConnectException) {
            return unanswered("no connection", cause);
        }
        if (cause instanceof HttpTimeoutException) {
            return unanswered("no reply within " + timeout, cause);
        }
        String message = cause == null ? null : cause.getMessage();
        return unanswered(message == null ? "the connection failed" : message, cause);
    }

    KeyfoldClientException unanswered(String why, @Nullable Throwable cause) {
        return KeyfoldClientException.unanswered(address, why, cause);
    }

    static Problem problem(HttpResponse<byte[]> response) {
        return Problem.of(response.statusCode(), response.headers(), response.body());
    }

    /** {@return what to throw where the reply is not an answer} */
    KeyfoldClientException refused(Problem problem) {
        return KeyfoldClientException.refused(address, problem);
    }

    /** {@return what a reader makes of a reply} */
    <T> T read(HttpResponse<byte[]> response, Function<JsonSlice, T> reader) {
        return reading(response.statusCode(), () -> reader.apply(JsonSlice.of(response.body())));
    }

    /** {@return what is made of a reply, or says that it cannot be read} */
    <T> T reading(int status, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException | IllegalStateException | ArithmeticException | DateTimeException e) {
            throw KeyfoldClientException.unreadable(address, status, String.valueOf(e.getMessage()), e);
        }
    }

    /** {@return host and port} */
    @Override
    public String toString() {
        return address;
    }
}
