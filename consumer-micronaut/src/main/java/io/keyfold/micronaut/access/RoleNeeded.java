package io.keyfold.micronaut.access;

import io.keyfold.micronaut.route.RouteTemplates;
import io.micronaut.context.env.Environment;
import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpRequest;
import io.micronaut.management.endpoint.annotation.Endpoint;
import io.micronaut.web.router.RouteAttributes;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a request needs, by its route and never by its path, which has many spellings.
 *
 * <p>This is the one table of rights.
 */
@Singleton
final class RoleNeeded {

    private static final String API = "/v1/";
    private static final Pattern AUDITS = Pattern.compile("/v1/.+/audits");
    private static final Pattern BATCH = Pattern.compile("/v1/.+/rows:batchGet");
    /** Where PeerController is; what else stands under {@code /peer/} is the service's own. */
    private static final String PEER_QUESTIONS = "/peer/v1/questions";
    /** Open, unless the user makes them sensitive. */
    private static final Set<String> HARMLESS = Set.of("health", "info");

    private static final Set<String> METRICS = Set.of("prometheus", "metrics");
    /** Files: no route serves them. One with {@code ..} in its path may be another one. */
    private static final Pattern DOCUMENTS =
            Pattern.compile("(?!.*(?:\\.\\.|//|\\\\))/(?:swagger|swagger-ui|webjars/swagger-ui)(?:/.*)?");

    private final RouteTemplates templates;
    private final boolean metricsAreAnonymous;

    RoleNeeded(RouteTemplates templates, Environment environment) {
        this.templates = templates;
        this.metricsAreAnonymous = Metrics.areAnonymous(environment);
    }

    /**
     * What a request needs.
     *
     * @param grant who is let in
     * @param role the role that it takes, where it takes one
     */
    record Need(Grant grant, Optional<Role> role) {

        static final Need NOTHING = new Need(Grant.ANYONE, Optional.empty());
        static final Need PEER = new Need(Grant.PEER, Optional.empty());
        static final Need SERVICES_OWN = new Need(Grant.SERVICES_OWN, Optional.empty());
        static final Need NOT_SERVED = new Need(Grant.ANYONE_KNOWN, Optional.empty());

        static Need of(Role role) {
            return new Need(Grant.ROLE, Optional.of(role));
        }
    }

    /** Who is let in. */
    enum Grant {
        /** Anyone. */
        ANYONE,
        /** Another instance, which proves itself. */
        PEER,
        /** Anyone who is known, and whom the service's own rules let in: there is no route, at most a file. */
        ANYONE_KNOWN,
        /** Who has the role. */
        ROLE,
        /** Who has the role and whom the service's own rules let in. */
        ROLE_AND_SERVICES_OWN,
        /** Whom the service's own rules let in. */
        SERVICES_OWN
    }

    Need of(HttpRequest<?> request) {
        Optional<String> endpoint = RouteAttributes.getRouteInfo(request)
                .flatMap(route -> route.getAnnotationMetadata().stringValue(Endpoint.class));
        if (endpoint.isPresent()) {
            return ofEndpoint(endpoint.get());
        }
        return templates
                .of(request)
                .map(template -> ofRoute(request.getMethod(), template))
                .orElseGet(() -> ofNoRoute(templates.pathOf(request)));
    }

    private Need ofEndpoint(String id) {
        if (HARMLESS.contains(id)) {
            return Need.NOTHING;
        }
        if (METRICS.contains(id)) {
            return metricsAreAnonymous ? Need.NOTHING : Need.of(Role.READ);
        }
        return Need.of(Role.ADMIN);
    }

    private static Need ofRoute(HttpMethod method, String template) {
        if (method == HttpMethod.POST && template.equals(PEER_QUESTIONS)) {
            return Need.PEER;
        }
        if (!template.startsWith(API)) {
            return Need.SERVICES_OWN;
        }
        if (method == HttpMethod.GET || method == HttpMethod.HEAD) {
            return Need.of(Role.READ);
        }
        if (method == HttpMethod.POST && AUDITS.matcher(template).matches()) {
            return Need.of(Role.AUDIT);
        }
        if (method == HttpMethod.POST && BATCH.matcher(template).matches()) {
            return Need.of(Role.READ);
        }
        return new Need(Grant.ROLE_AND_SERVICES_OWN, Optional.of(Role.READ));
    }

    /** A file, no such path, or another method. Those who are known are told which. */
    private static Need ofNoRoute(String path) {
        return DOCUMENTS.matcher(path).matches() ? Need.NOTHING : Need.NOT_SERVED;
    }
}
