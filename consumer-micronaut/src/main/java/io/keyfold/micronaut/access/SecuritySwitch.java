package io.keyfold.micronaut.access;

import io.micronaut.context.env.ActiveEnvironment;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySourceLoader;
import io.micronaut.core.io.ResourceLoader;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Switches Micronaut's security off where callers need not be known, so that no request pays for rules that would let all pass.
 *
 * <p>Whole packages of Micronaut's come or go by one property, before any bean of ours is made: it has to be a source of properties,
 * which is read last and answers by those read before. Where it is not asked, security stays on. Public because Micronaut finds it by
 * name.
 */
public final class SecuritySwitch implements PropertySourceLoader {

    static final String ENABLED = "micronaut.security.enabled";

    /** For Micronaut. */
    public SecuritySwitch() {}

    @Override
    public Optional<PropertySource> load(String resourceName, ResourceLoader resourceLoader) {
        return resourceName.equals(Environment.DEFAULT_NAME) && resourceLoader instanceof Environment environment
                ? Optional.of(new Switch(environment))
                : Optional.empty();
    }

    @Override
    public Optional<PropertySource> loadEnv(
            String resourceName, ResourceLoader resourceLoader, ActiveEnvironment activeEnvironment) {
        return Optional.empty();
    }

    @Override
    public Map<String, Object> read(String name, InputStream input) {
        return Map.of();
    }

    /** The one property, or none. */
    private record Switch(Environment environment) implements PropertySource {

        @Override
        public String getName() {
            return "keyfold-security";
        }

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }

        @Override
        public @Nullable Object get(String key) {
            return key.equals(ENABLED) ? "false" : null;
        }

        @Override
        public Iterator<String> iterator() {
            return SecurityMode.isRequired(environment)
                    ? List.<String>of().iterator()
                    : List.of(ENABLED).iterator();
        }

        @Override
        public String toString() {
            return getName();
        }
    }
}
