package io.keyfold.micronaut.config;

import io.micronaut.core.value.PropertyResolver;

/** The service's name, by which it speaks of itself. */
final class ApplicationName {

    private ApplicationName() {}

    static String in(PropertyResolver properties) {
        return properties
                .getProperty("micronaut.application.name", String.class)
                .orElse("keyfold");
    }
}
