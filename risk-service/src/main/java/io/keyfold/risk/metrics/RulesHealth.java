package io.keyfold.risk.metrics;

import io.keyfold.risk.rule.Rules;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import jakarta.inject.Singleton;
import java.util.Map;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Which rules hold, in {@code /health}. Never down: where a file is not taken the rules before it hold on. */
@Singleton
final class RulesHealth implements HealthIndicator {

    private final Rules rules;

    RulesHealth(Rules rules) {
        this.rules = rules;
    }

    @Override
    public Publisher<HealthResult> getResult() {
        return Mono.fromSupplier(this::result);
    }

    private HealthResult result() {
        return HealthResult.builder("risk-rules", HealthStatus.UP)
                .details(Map.of(
                        "version",
                        rules.current().version(),
                        "problem",
                        rules.problem().orElse("none")))
                .build();
    }
}
