package io.keyfold.micronaut.config;

import io.micronaut.core.value.PropertyResolver;

/** The service's name, by which it speaks of itself. */
public final class ApplicationName {

    private ApplicationName() {}

    /**
     * {@return the name}
     *
     * @param properties where it is set
     */
    public static String in(PropertyResolver properties) {
        return properties
                .getProperty("micronaut.application.name", String.class)
                .orElse("keyfold");
    }
}
