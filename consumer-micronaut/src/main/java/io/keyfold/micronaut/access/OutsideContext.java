package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Requires;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.filter.ServerFilterPhase;
import io.micronaut.security.authentication.AuthorizationException;
import io.micronaut.security.filters.SecurityFilter;

/**
 * Closes what lies where Micronaut's security does not look: outside of the service's {@code context-path}, where
 * {@code endpoints.all.context-path} can put management.
 */
@ServerFilter(value = Filter.MATCH_ALL_PATTERN, appendContextPath = false)
@Requires(condition = SecurityRequired.class)
final class OutsideContext implements Ordered {

    private final RoleNeeded needed;

    OutsideContext(RoleNeeded needed) {
        this.needed = needed;
    }

    @Override
    public int getOrder() {
        return ServerFilterPhase.SECURITY.after();
    }

    @RequestFilter
    void close(HttpRequest<?> request) {
        if (request.getAttribute(SecurityFilter.KEY).isPresent()) {
            return;
        }
        switch (needed.of(request).grant()) {
            case ROLE, ROLE_AND_SERVICES_OWN, SERVICES_OWN -> throw new AuthorizationException(null);
            case ANYONE, ANYONE_KNOWN, PEER -> {}
        }
    }
}
