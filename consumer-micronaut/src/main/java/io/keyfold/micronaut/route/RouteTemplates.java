package io.keyfold.micronaut.route;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.context.ServerContextPathProvider;
import io.micronaut.web.router.RouteAttributes;
import io.micronaut.web.router.UriRouteInfo;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The templates of routes as this module writes them, wherever the service's {@code context-path} puts them. */
@Singleton
public final class RouteTemplates {

    private final String contextPath;
    /** Routes are few and stay; to write a template out costs more than all else here. */
    private final Map<Same, String> known = new ConcurrentHashMap<>();

    /** A route by its identity: its own equality writes its template out, too. */
    private record Same(UriRouteInfo<?, ?> route) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Same same && same.route == route;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(route);
        }
    }

    RouteTemplates(ServerContextPathProvider server) {
        this.contextPath = normalized(server.getContextPath());
    }

    /**
     * {@return such as {@code /v1/tables/{table}/rows}; nothing if no route serves the request: no such path, another
     * method, or a file}
     *
     * @param request the request
     */
    public Optional<String> of(HttpRequest<?> request) {
        return RouteAttributes.getRouteInfo(request)
                .filter(UriRouteInfo.class::isInstance)
                .map(route -> known.computeIfAbsent(new Same((UriRouteInfo<?, ?>) route), this::template));
    }

    /**
     * {@return the request's path below the context path, as the caller spelt it; for what no route serves}
     *
     * @param request the request
     */
    public String pathOf(HttpRequest<?> request) {
        return withoutContext(request.getPath());
    }

    private String template(Same same) {
        return withoutContext(same.route().getUriMatchTemplate().toPathString());
    }

    private String withoutContext(String path) {
        return !contextPath.isEmpty() && path.startsWith(contextPath + "/")
                ? path.substring(contextPath.length())
                : path;
    }

    private static String normalized(@Nullable String contextPath) {
        if (contextPath == null || contextPath.isEmpty() || contextPath.equals("/")) {
            return "";
        }
        String begun = contextPath.startsWith("/") ? contextPath : "/" + contextPath;
        return begun.endsWith("/") ? begun.substring(0, begun.length() - 1) : begun;
    }
}
