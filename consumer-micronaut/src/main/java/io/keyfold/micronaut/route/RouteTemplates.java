package io.keyfold.micronaut.route;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.context.ServerContextPathProvider;
import io.micronaut.web.router.RouteAttributes;
import io.micronaut.web.router.UriRouteInfo;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The templates of routes as this module writes them, wherever the service's {@code context-path} puts them. */
@Singleton
public final class RouteTemplates {

    private final String contextPath;

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
                .map(route -> withoutContext(
                        ((UriRouteInfo<?, ?>) route).getUriMatchTemplate().toPathString()));
    }

    /**
     * {@return the request's path below the context path, as the caller spelt it; for what no route serves}
     *
     * @param request the request
     */
    public String pathOf(HttpRequest<?> request) {
        return withoutContext(request.getPath());
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
