package io.keyfold.micronaut.config;

import io.micronaut.context.ApplicationContextBuilder;
import io.micronaut.context.ApplicationContextConfigurer;
import io.micronaut.context.annotation.ContextConfigurer;
import io.micronaut.context.env.PropertySource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Micronaut settings that every service with tables begins with: health, metrics, Swagger UI. They stand in
 * {@code defaults.properties} beside this class; anything that the user sets, wherever, goes before them.
 *
 * <p>Public because Micronaut finds it by name.
 */
@ContextConfigurer
public final class DefaultSettings implements ApplicationContextConfigurer {

    private static final String FILE = "defaults.properties";
    private static final int BEFORE_ALL_OTHERS = -100_000;

    /** For Micronaut. */
    public DefaultSettings() {}

    @Override
    public void configure(ApplicationContextBuilder builder) {
        builder.propertySources(PropertySource.of("keyfold-defaults", read(), BEFORE_ALL_OTHERS));
    }

    private static Map<String, Object> read() {
        Properties properties = new Properties();
        try (InputStream file = DefaultSettings.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(
                        "Cannot read " + FILE + ": it is missing beside " + DefaultSettings.class);
            }
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + FILE + ": " + e.getMessage(), e);
        }
        Map<String, Object> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }
}
