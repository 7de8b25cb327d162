package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.rules.SecurityRule;
import io.micronaut.security.rules.SecurityRuleResult;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Lets in who has the role, once no rule of the service's own has said otherwise. What nobody lets in is refused. */
@Singleton
@Requires(condition = SecurityRequired.class)
final class RoleGrant implements SecurityRule<HttpRequest<?>> {

    private final RoleNeeded needed;

    RoleGrant(RoleNeeded needed) {
        this.needed = needed;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Publisher<SecurityRuleResult> check(
            @Nullable HttpRequest<?> request, @Nullable Authentication authentication) {
        return Mono.just(
                request != null && isLetIn(request, authentication)
                        ? SecurityRuleResult.ALLOWED
                        : SecurityRuleResult.UNKNOWN);
    }

    private boolean isLetIn(HttpRequest<?> request, @Nullable Authentication caller) {
        RoleNeeded.Need need = needed.of(request);
        return switch (need.grant()) {
            case ANYONE, PEER -> true;
            case ANYONE_KNOWN -> caller != null;
            case ROLE ->
                caller != null
                        && need.role().filter(role -> role.isHeldBy(caller)).isPresent();
            case ROLE_AND_SERVICES_OWN, SERVICES_OWN -> false;
        };
    }
}
