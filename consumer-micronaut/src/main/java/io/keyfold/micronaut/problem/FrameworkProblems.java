package io.keyfold.micronaut.problem;

import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/**
 * The bodies of Micronaut's own errors: no route, wrong method, unreadable request, an exception that nobody caught. It
 * replaces Micronaut's processor by being there, and repeats nothing of an exception.
 */
@Singleton
final class FrameworkProblems implements ErrorResponseProcessor<Problem> {

    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    @Override
    @SuppressWarnings("unchecked") // a HEAD has no body, of whatever type
    public MutableHttpResponse<Problem> processResponse(ErrorContext context, MutableHttpResponse<?> response) {
        if (context.getRootCause()
                .filter(RejectedExecutionException.class::isInstance)
                .isPresent()) {
            // While an instance stops, its threads are gone a moment before its port is.
            return ProblemException.notReady("this instance stops; another one may answer", ASK_AGAIN)
                    .reply(context.getRequest());
        }
        if (context.getRequest().getMethod() == HttpMethod.HEAD) {
            return (MutableHttpResponse<Problem>) response;
        }
        HttpStatus status = HttpStatus.valueOf(response.code());
        return response.body(problem(status).of(context.getRequest())).contentType(Problem.MEDIA_TYPE);
    }

    static Problem problem(HttpStatus status) {
        return switch (status) {
            case UNAUTHORIZED -> Problem.of(ProblemType.UNAUTHENTICATED, detail(status), Map.of());
            case FORBIDDEN -> Problem.of(ProblemType.FORBIDDEN, detail(status), Map.of());
            default -> Problem.of(status, detail(status));
        };
    }

    private static String detail(HttpStatus status) {
        return switch (status) {
            case BAD_REQUEST -> "The request cannot be read; look at the percent-encoding of its path and query";
            case UNAUTHORIZED -> "This is not served to callers that are not known";
            case FORBIDDEN -> "This is not served to this caller";
            case NOT_FOUND -> "Nothing is served at this path; GET /v1/tables lists the tables";
            case METHOD_NOT_ALLOWED -> "This path is not served for this method; the Allow header says for which it is";
            case NOT_ACCEPTABLE ->
                "There is no such form of this; replies are application/json, lists application/x-ndjson too";
            case INTERNAL_SERVER_ERROR -> "The service failed to answer; its log says why";
            default -> status.getReason();
        };
    }
}
