package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Primary;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import jakarta.inject.Singleton;

/** Personal data is for those who have the role by name: no other role implies it. */
@Singleton
@Primary
@Requires(condition = SecurityRequired.class)
final class RoleAccess implements Access {

    @Override
    public boolean maySeePersonalData(HttpRequest<?> request) {
        return request.getUserPrincipal(Authentication.class)
                .filter(Role.PERSONAL::isHeldBy)
                .isPresent();
    }
}
