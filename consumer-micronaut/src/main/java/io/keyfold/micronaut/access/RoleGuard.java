package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.rules.IpPatternsRule;
import io.micronaut.security.rules.SecurityRule;
import io.micronaut.security.rules.SecurityRuleResult;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Turns away who lacks the role, before the service's own rules are asked: they can ask for more, never for less. Addresses that the
 * user excludes are turned away even before.
 */
@Singleton
@Requires(condition = SecurityRequired.class)
final class RoleGuard implements SecurityRule<HttpRequest<?>> {

    private static final int ORDER = IpPatternsRule.ORDER + 1;

    private final RoleNeeded needed;

    RoleGuard(RoleNeeded needed) {
        this.needed = needed;
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public Publisher<SecurityRuleResult> check(
            @Nullable HttpRequest<?> request, @Nullable Authentication authentication) {
        return Mono.just(request == null ? SecurityRuleResult.REJECTED : result(request, authentication));
    }

    private SecurityRuleResult result(HttpRequest<?> request, @Nullable Authentication caller) {
        RoleNeeded.Need need = needed.of(request);
        if (need.grant() == RoleNeeded.Grant.PEER) {
            return SecurityRuleResult.ALLOWED;
        }
        Optional<Role> role = need.role();
        if (role.isEmpty() || (caller != null && role.get().isHeldBy(caller))) {
            return SecurityRuleResult.UNKNOWN;
        }
        AccessRefused.lacks(request, role.get());
        return SecurityRuleResult.REJECTED;
    }
}
