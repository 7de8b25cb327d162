package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Requires;
import io.micronaut.context.env.Environment;
import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.token.validator.TokenValidator;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Knows callers by their API key. */
@Singleton
@Requires(condition = SecurityRequired.class)
final class ApiKeyValidator implements TokenValidator<HttpRequest<?>> {

    private final ApiKeys keys;

    ApiKeyValidator(Environment environment) {
        this.keys = ApiKeys.in(environment);
    }

    /** Before tokens are parsed. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Publisher<Authentication> validateToken(String token, @Nullable HttpRequest<?> request) {
        return Mono.justOrEmpty(keys.find(token).map(key -> Authentication.build(key.name(), key.roles())));
    }
}
