package io.keyfold.micronaut.access;

import io.micronaut.context.annotation.Replaces;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.management.endpoint.EndpointSensitivityProcessor;
import io.micronaut.security.authentication.Authentication;
import io.micronaut.security.rules.SecurityRuleResult;
import io.micronaut.security.rules.SensitiveEndpointRule;
import jakarta.inject.Singleton;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** What Micronaut calls sensitive is for administrators; Micronaut itself answers those who are known with a failure. */
@Singleton
@Replaces(SensitiveEndpointRule.class)
@Requires(condition = SecurityRequired.class)
final class SensitiveEndpoints extends SensitiveEndpointRule {

    SensitiveEndpoints(EndpointSensitivityProcessor endpoints) {
        super(endpoints);
    }

    @Override
    protected Publisher<SecurityRuleResult> checkSensitiveAuthenticated(
            HttpRequest<?> request, Authentication caller, ExecutableMethod<?, ?> method) {
        if (Role.ADMIN.isHeldBy(caller)) {
            return Mono.just(SecurityRuleResult.ALLOWED);
        }
        AccessRefused.lacks(request, Role.ADMIN);
        return Mono.just(SecurityRuleResult.REJECTED);
    }
}
