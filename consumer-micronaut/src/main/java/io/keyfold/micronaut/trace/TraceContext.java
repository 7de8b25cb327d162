package io.keyfold.micronaut.trace;

import io.micronaut.core.reflect.ClassUtils;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.context.ServerRequestContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The trace that a request came with: where OpenTelemetry is on the classpath and traces, that one's, else that of the headers.
 *
 * <p>Any thread may ask, but only one that works on a request of the server gets something: it is asked before work is handed on.
 */
public final class TraceContext {

    static final String PARENT = "traceparent";
    static final String STATE = "tracestate";

    private static final boolean HAS_OPEN_TELEMETRY =
            ClassUtils.isPresent("io.opentelemetry.api.GlobalOpenTelemetry", TraceContext.class.getClassLoader());

    private TraceContext() {}

    /** {@return the headers of a call that is made now, for the request that this thread works on} */
    public static Map<String, String> headers() {
        Map<String, String> injected = HAS_OPEN_TELEMETRY ? OpenTelemetryTrace.headers() : Map.of();
        return injected.isEmpty()
                ? ServerRequestContext.currentRequest()
                        .map(request -> headers(request.getHeaders()))
                        .orElse(Map.of())
                : injected;
    }

    static Map<String, String> headers(HttpHeaders came) {
        Optional<TraceParent> parent = parent(came);
        if (parent.isEmpty()) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(PARENT, parent.get().child());
        TraceState.joined(came.getAll(STATE)).ifPresent(state -> headers.put(STATE, state));
        return headers;
    }

    /**
     * {@return the id of the request's trace, if it belongs to one}
     *
     * @param request the request
     */
    public static Optional<String> traceId(HttpRequest<?> request) {
        return (HAS_OPEN_TELEMETRY ? OpenTelemetryTrace.traceId() : Optional.<String>empty())
                .or(() -> parent(request.getHeaders()).map(TraceParent::traceId));
    }

    private static Optional<TraceParent> parent(HttpHeaders headers) {
        List<String> all = headers.getAll(PARENT);
        return all.size() == 1 ? TraceParent.parse(all.get(0)) : Optional.empty();
    }
}
