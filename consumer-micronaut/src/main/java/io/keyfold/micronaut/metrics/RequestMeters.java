package io.keyfold.micronaut.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** The meters of requests beside Micronaut's own timers. */
final class RequestMeters {

    private RequestMeters() {}

    static void register(MeterRegistry registry, RequestsInFlight requests) {
        for (RequestsInFlight.Kind kind : RequestsInFlight.Kind.values()) {
            Gauge.builder("keyfold.requests.in.flight", requests, r -> r.now(kind))
                    .description("Requests that are being answered right now, by what they cost")
                    .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }
}
