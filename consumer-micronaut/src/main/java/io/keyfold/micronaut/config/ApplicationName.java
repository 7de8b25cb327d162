package io.keyfold.micronaut.config;

import static java.util.Objects.requireNonNull;

import io.micronaut.core.value.PropertyResolver;

/** The service's name, by which it speaks of itself. */
public final class ApplicationName {

    private ApplicationName() {}

    /**
     * {@return the name that is set, else {@code keyfold}}
     *
     * @param properties the settings
     */
    public static String in(PropertyResolver properties) {
        requireNonNull(properties, "properties");
        return properties
                .getProperty("micronaut.application.name", String.class)
                .orElse("keyfold");
    }
}
