package io.keyfold.micronaut.limit;

import io.keyfold.micronaut.metrics.RequestsInFlight.Kind;
import io.keyfold.micronaut.route.RouteTemplates;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MediaType;
import io.micronaut.web.router.RouteAttributes;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** What a request costs, by its route. */
@Singleton
final class RequestCost {

    private static final String API = "/v1/";
    private static final Pattern SCAN = Pattern.compile(".*(?:/rows|/rows:count|:batchGet|/totals/\\{[^/]+})");
    private static final Pattern CHANGES = Pattern.compile(".*/changes");

    private final RouteTemplates templates;
    /** By template: they are few. */
    private final Map<String, Optional<Kind>> known = new ConcurrentHashMap<>();

    RequestCost(RouteTemplates templates) {
        this.templates = templates;
    }

    /** {@return its kind; nothing for what is not asked of tables: probes, metrics, files, peers} */
    Optional<Kind> of(HttpRequest<?> request) {
        Optional<Kind> kind =
                templates.of(request).flatMap(template -> known.computeIfAbsent(template, RequestCost::kind));
        // One path may have a stream to read and something else to write.
        if (kind.isPresent() && isStream(request)) {
            return Optional.of(Kind.CHANGES);
        }
        return kind.equals(Optional.of(Kind.READ)) && isCostly(request) ? Optional.of(Kind.SCAN) : kind;
    }

    private static Optional<Kind> kind(String template) {
        if (!template.startsWith(API)) {
            return Optional.empty();
        }
        if (CHANGES.matcher(template).matches()) {
            return Optional.of(Kind.CHANGES);
        }
        return Optional.of(SCAN.matcher(template).matches() ? Kind.SCAN : Kind.READ);
    }

    private static boolean isStream(HttpRequest<?> request) {
        return RouteAttributes.getRouteInfo(request)
                .filter(route -> route.getProduces().contains(MediaType.TEXT_EVENT_STREAM_TYPE))
                .isPresent();
    }

    private static boolean isCostly(HttpRequest<?> request) {
        return RouteAttributes.getRouteInfo(request)
                .filter(route -> route.getAnnotationMetadata().hasAnnotation(Costly.class))
                .isPresent();
    }
}
