package io.keyfold.micronaut.limit;

import io.keyfold.micronaut.config.StartCheck;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.env.Environment;
import jakarta.inject.Singleton;

/** Makes the limits, and has them looked at before anything starts. */
@Factory
final class LimitsFactory {

    @Singleton
    Limits limits(Environment environment) {
        return Limits.in(environment);
    }

    @Singleton
    StartCheck limitsCheck(Environment environment) {
        return () -> {
            var unused = Limits.in(environment);
        };
    }
}
