package io.keyfold.micronaut.trace;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The trace as OpenTelemetry knows it. Loaded only where that is on the classpath.
 *
 * <p>Its global instance is touched only under a span: the first touch would fix it for good, perhaps before the service sets it.
 */
final class OpenTelemetryTrace {

    private OpenTelemetryTrace() {}

    /** {@return what its propagator has to say, of W3C trace context alone: baggage is the caller's own} */
    static Map<String, String> headers() {
        if (traceId().isEmpty()) {
            return Map.of();
        }
        Map<String, String> headers = new HashMap<>();
        GlobalOpenTelemetry.getPropagators()
                .getTextMapPropagator()
                .inject(Context.current(), headers, (carrier, name, value) -> {
                    if (carrier != null && (name.equals(TraceContext.PARENT) || name.equals(TraceContext.STATE))) {
                        carrier.put(name, value);
                    }
                });
        return headers.containsKey(TraceContext.PARENT) ? headers : Map.of();
    }

    static Optional<String> traceId() {
        SpanContext span = Span.current().getSpanContext();
        return span.isValid() ? Optional.of(span.getTraceId()) : Optional.empty();
    }
}
