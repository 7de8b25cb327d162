package io.keyfold.micronaut.problem;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.keyfold.micronaut.trace.TraceContext;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The body of a reply that is not an answer (RFC 9457).
 *
 * @param type a URI of {@link ProblemType}, or {@code about:blank} where the status says all
 * @param title the kind in words
 * @param status the HTTP status
 * @param detail what is wrong with this request
 * @param extensions further members, such as {@code as_of}; written beside the others
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
@JsonPropertyOrder({"type", "title", "status", "detail"})
@Schema(description = "A problem, after RFC 9457; other members depend on the type")
public record Problem(
        @Schema(example = "/problems/row-not-found") String type,
        String title,
        int status,
        String detail,
        @JsonAnyGetter @Schema(hidden = true) Map<String, Object> extensions) {

    /** The media type of every problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final String TRACE_ID = "trace_id";

    /** Refuses a problem with something missing. */
    public Problem {
        requireNonNull(type, "type");
        requireNonNull(title, "title");
        requireNonNull(detail, "detail");
        extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
    }

    static Problem of(ProblemType type, String detail, Map<String, Object> extensions) {
        return new Problem(type.type(), type.title(), type.status().getCode(), detail, extensions);
    }

    /** {@return the same problem, in a request that belongs to a trace with its {@code trace_id}} */
    Problem of(HttpRequest<?> request) {
        return TraceContext.traceId(request).map(id -> with(TRACE_ID, id)).orElse(this);
    }

    private Problem with(String member, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(extensions);
        more.putIfAbsent(member, value);
        return new Problem(type, title, status, detail, more);
    }

    /** {@return a problem of which the status says all} */
    static Problem of(HttpStatus status, String detail) {
        return new Problem("about:blank", status.getReason(), status.getCode(), detail, Map.of());
    }
}
