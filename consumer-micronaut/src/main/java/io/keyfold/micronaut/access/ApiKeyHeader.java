package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.security.token.reader.TokenReader;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Finds a key in {@code X-API-Key}, beside {@code Authorization: Bearer}, where Micronaut looks. */
@Singleton
@Requires(condition = SecurityRequired.class)
final class ApiKeyHeader implements TokenReader<HttpRequest<?>> {

    static final String NAME = "X-API-Key";

    @Override
    public Optional<String> findToken(HttpRequest<?> request) {
        return request.getHeaders().findFirst(NAME);
    }
}
