package io.keyfold.micronaut.access;

import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import io.micronaut.security.authentication.AuthorizationException;
import io.micronaut.security.authentication.DefaultAuthorizationExceptionHandler;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The replies to those who are turned away: 401 to whom nobody knows, 403 to whom a role lacks. Never a redirect. */
@Singleton
@Replaces(DefaultAuthorizationExceptionHandler.class)
final class AccessRefused implements ExceptionHandler<AuthorizationException, MutableHttpResponse<?>> {

    private static final String LACKED = "keyfold.role-lacked";
    private static final String CHALLENGE = "Bearer realm=\"keyfold\"";

    /** Remembers the role for the reply. */
    static void lacks(HttpRequest<?> request, Role role) {
        request.setAttribute(LACKED, role);
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public MutableHttpResponse<?> handle(HttpRequest request, AuthorizationException exception) {
        HttpRequest<?> asked = request;
        return exception.isForbidden() ? forbidden(asked) : unauthenticated(asked);
    }

    private static MutableHttpResponse<?> unauthenticated(HttpRequest<?> request) {
        HttpHeaders headers = request.getHeaders();
        return headers.contains(HttpHeaders.AUTHORIZATION) || headers.contains(ApiKeyHeader.NAME)
                ? reply(
                        request,
                        ProblemType.UNAUTHENTICATED,
                        "The key or token is not known here, or has expired",
                        ", error=\"invalid_token\"")
                : reply(
                        request,
                        ProblemType.UNAUTHENTICATED,
                        "Send a key or a token: Authorization: Bearer …, or a key as " + ApiKeyHeader.NAME,
                        "");
    }

    private static MutableHttpResponse<?> forbidden(HttpRequest<?> request) {
        Optional<String> role = request.getAttribute(LACKED, Role.class).map(Role::text);
        return reply(
                request,
                ProblemType.FORBIDDEN,
                role.map(name -> "The caller does not have the role " + name)
                        .orElse("The service's own rules do not let the caller in"),
                ", error=\"insufficient_scope\""
                        + role.map(name -> ", scope=\"" + name + "\"").orElse(""));
    }

    private static MutableHttpResponse<?> reply(HttpRequest<?> request, ProblemType type, String detail, String more) {
        return ProblemException.of(type, detail)
                .header(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE + more)
                .reply(request);
    }
}
