package io.keyfold.micronaut.problem;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.server.exceptions.ExceptionHandler;
import jakarta.inject.Singleton;

/** Makes the reply from a {@link ProblemException}. */
@Singleton
final class ProblemExceptionHandler implements ExceptionHandler<ProblemException, HttpResponse<Problem>> {

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public HttpResponse<Problem> handle(HttpRequest request, ProblemException exception) {
        return exception.reply(request);
    }
}
