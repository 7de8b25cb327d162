package io.keyfold.risk.rest;

import io.keyfold.micronaut.access.Access;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.filter.ServerFilterPhase;
import io.micronaut.web.router.RouteAttributes;
import java.util.List;

/** Hides who users are, and what they have, from callers who may not see personal data: in both tables {@code user_id} is. */
@ServerFilter(Filter.MATCH_ALL_PATTERN)
final class UsersHidden implements Ordered {

    /** The columns that are masked, as replies have them. */
    static final List<String> COLUMNS = List.of("user_id");

    private final Access access;

    UsersHidden(Access access) {
        this.access = access;
    }

    /** Behind security, which says who asks. */
    @Override
    public int getOrder() {
        return ServerFilterPhase.SECURITY.after();
    }

    /** By the route and not by the path, which has many spellings. */
    @RequestFilter
    void check(HttpRequest<?> request) {
        boolean isOfUser = RouteAttributes.getRouteInfo(request)
                .filter(route -> route.getAnnotationMetadata().hasAnnotation(OfUser.class))
                .isPresent();
        if (isOfUser && isHiddenFrom(request)) {
            throw ProblemException.of(
                    ProblemType.COLUMN_HIDDEN,
                    "user_id: personal data, which the caller may not see: nor what a user has"
                            + " (expected: the role keyfold-personal)");
        }
    }

    boolean isHiddenFrom(HttpRequest<?> request) {
        return !access.maySeePersonalData(request);
    }
}
