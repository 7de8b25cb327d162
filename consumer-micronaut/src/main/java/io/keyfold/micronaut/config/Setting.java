package io.keyfold.micronaut.config;

import io.keyfold.error.StartException;
import io.micronaut.context.env.Environment;
import java.util.Optional;

/** One setting, read strictly: Micronaut alone would take a value that it cannot convert for none at all. */
public final class Setting {

    private Setting() {}

    /**
     * {@return what is set, if anything is}
     *
     * @param environment where
     * @param name the whole name, such as {@code keyfold.stream-threads}
     * @param type what it must be
     * @param expected the same in words
     * @param <T> what it must be
     * @throws StartException if it is something else
     */
    public static <T> Optional<T> read(Environment environment, String name, Class<T> type, String expected) {
        Optional<T> value = environment.getProperty(name, type);
        if (value.isEmpty()) {
            environment.getProperty(name, String.class).ifPresent(text -> {
                throw new StartException(
                        ApplicationName.in(environment), name + ": " + text + " (expected: " + expected + ")");
            });
        }
        return value;
    }
}
