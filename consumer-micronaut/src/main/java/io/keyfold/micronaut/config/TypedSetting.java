package io.keyfold.micronaut.config;

import static java.util.Objects.requireNonNull;

import io.keyfold.error.StartException;
import io.micronaut.context.env.Environment;
import io.micronaut.core.naming.NameUtils;
import io.micronaut.core.naming.conventions.StringConvention;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One setting, refused where Micronaut alone would take a value that it cannot convert for none at all. */
public final class TypedSetting {

    private TypedSetting() {}

    /**
     * {@return the value, if it is set}
     *
     * @param environment where it is looked for
     * @param name the whole name, such as {@code keyfold.start-timeout}
     * @param type the type of the value
     * @param expected what it may be, in words
     * @param <T> the type of the value
     * @throws StartException naming the setting, if the value does not fit
     */
    public static <T> Optional<T> in(Environment environment, String name, Class<T> type, String expected) {
        requireNonNull(expected, "expected");
        Optional<T> value = environment.getProperty(name, type);
        if (value.isEmpty()) {
            environment.getProperty(name, String.class).ifPresent(text -> {
                throw refused(environment, name, text, expected);
            });
        }
        return value;
    }

    /**
     * {@return whether it is switched on, if it is set; Micronaut alone would take a misspelt word for false}
     *
     * @param environment where it is looked for
     * @param name the whole name
     * @throws StartException naming the setting, if it is neither
     */
    public static Optional<Boolean> isOn(Environment environment, String name) {
        return environment.getProperty(name, String.class).map(text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(environment, name, text, "true or false");
        });
    }

    /**
     * Refuses names that nobody reads. Names of environment variables are guesses, and are let pass.
     *
     * @param environment where they are looked for
     * @param prefix what the names begin with, without the dot
     * @param known the names behind the prefix that are read
     * @throws StartException naming the first that is unknown
     */
    public static void refuseUnknown(Environment environment, String prefix, Set<String> known) {
        for (String key : new TreeMap<>(environment.getProperties(prefix, StringConvention.RAW)).keySet()) {
            String name = NameUtils.hyphenate(key.split("\\.", 2)[0]);
            if (!known.contains(name)) {
                throw new StartException(
                        ApplicationName.in(environment),
                        prefix + "." + name + ": unknown (expected: one of " + new TreeSet<>(known) + ")");
            }
        }
    }

    private static StartException refused(Environment environment, String name, String text, String expected) {
        return new StartException(
                ApplicationName.in(environment), name + ": " + text + " (expected: " + expected + ")");
    }
}
