package io.keyfold.micronaut.problem;

import static java.util.Objects.requireNonNull;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ends a request with a problem. A controller throws it; the reply is made from it and nothing is logged.
 *
 * <p>Immutable: {@link #with(String, Object)} and {@link #header(String, String)} give another one.
 */
public final class ProblemException extends RuntimeException {

    private final transient ProblemType type;
    private final transient Map<String, Object> extensions;
    private final transient Map<String, String> headers;

    private ProblemException(
            ProblemType type, String detail, Map<String, Object> extensions, Map<String, String> headers) {
        super(requireNonNull(detail, "detail"), null, false, false);
        this.type = requireNonNull(type, "type");
        this.extensions = extensions;
        this.headers = headers;
    }

    /**
     * {@return a problem}
     *
     * @param type its kind
     * @param detail what is wrong with this request, in a sentence
     */
    public static ProblemException of(ProblemType type, String detail) {
        return new ProblemException(type, detail, Map.of(), Map.of());
    }

    /**
     * {@return a problem that asking again may end}
     *
     * @param reason why there is no answer, in words
     * @param retryAfter when to ask again; told in whole seconds, at least one
     */
    public static ProblemException notReady(String reason, Duration retryAfter) {
        return again(ProblemType.NOT_READY, reason, retryAfter);
    }

    /**
     * {@return a problem that asking another instance ends, or asking again}
     *
     * @param detail which partition is not here, in a sentence
     * @param retryAfter when to ask again; told in whole seconds, at least one
     */
    public static ProblemException elsewhere(String detail, Duration retryAfter) {
        return again(ProblemType.ROW_ELSEWHERE, detail, retryAfter);
    }

    /**
     * {@return a problem of asking too much, that asking later ends}
     *
     * @param type which of them
     * @param detail what is too much, in a sentence
     * @param retryAfter when to ask again; told in whole seconds, at least one
     */
    public static ProblemException tooMany(ProblemType type, String detail, Duration retryAfter) {
        return again(type, detail, retryAfter);
    }

    private static ProblemException again(ProblemType type, String detail, Duration retryAfter) {
        long seconds = Math.max(1, retryAfter.plusMillis(999).toSeconds());
        return of(type, detail).header("Retry-After", String.valueOf(seconds));
    }

    /**
     * {@return the same problem with one more member}
     *
     * @param member its name in the body, in snake_case
     * @param value what Jackson writes there
     */
    public ProblemException with(String member, Object value) {
        return new ProblemException(type, detail(), plus(extensions, member, value), headers);
    }

    /**
     * {@return the same problem with one more header on the reply}
     *
     * @param name its name
     * @param value its value
     */
    public ProblemException header(String name, String value) {
        return new ProblemException(type, detail(), extensions, plus(headers, name, value));
    }

    /** {@return its kind, which decides the HTTP status} */
    public ProblemType type() {
        return type;
    }

    /** {@return what is wrong with this request} */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /**
     * {@return the reply that it ends a request with, a new one each time}
     *
     * @param request the request
     */
    public MutableHttpResponse<Problem> reply(HttpRequest<?> request) {
        MutableHttpResponse<Problem> reply = HttpResponse.status(type.status());
        headers.forEach(reply::header);
        return reply.body(body(request)).contentType(Problem.MEDIA_TYPE);
    }

    Map<String, String> headers() {
        return headers;
    }

    /** {@return the reply's body} */
    public Problem body() {
        return Problem.of(type, detail(), extensions);
    }

    /**
     * {@return the body of the reply, for one that is not made by throwing this}
     *
     * @param request what is replied to
     */
    public Problem body(HttpRequest<?> request) {
        return body().of(request);
    }

    private static <V> Map<String, V> plus(Map<String, V> map, String name, V value) {
        Map<String, V> larger = new LinkedHashMap<>(map);
        larger.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
        return larger;
    }
}
