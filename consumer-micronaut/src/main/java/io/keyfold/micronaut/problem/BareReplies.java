package io.keyfold.micronaut.problem;

import io.micronaut.core.annotation.Order;
import io.micronaut.core.order.Ordered;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;

/** Gives a body to errors that filters of Micronaut's answer with a bare status: closed endpoints, pages of other origins. */
@ServerFilter(value = Filter.MATCH_ALL_PATTERN, appendContextPath = false)
final class BareReplies {

    private static final int FIRST_ERROR = 400;

    @ResponseFilter
    @Order(Ordered.HIGHEST_PRECEDENCE)
    void explain(HttpRequest<?> request, MutableHttpResponse<?> response) {
        if (response.code() < FIRST_ERROR || response.body() != null) {
            return;
        }
        if (response.code() == HttpStatus.UNAUTHORIZED.getCode()
                && !response.getHeaders().contains(HttpHeaders.WWW_AUTHENTICATE)) {
            response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"keyfold\"");
        }
        if (request.getMethod() != HttpMethod.HEAD) {
            response.body(FrameworkProblems.problem(HttpStatus.valueOf(response.code()))
                            .of(request))
                    .contentType(Problem.MEDIA_TYPE);
        }
    }
}
