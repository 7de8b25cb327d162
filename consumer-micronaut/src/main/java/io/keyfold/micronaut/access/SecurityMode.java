package io.keyfold.micronaut.access;

import io.micronaut.context.env.Environment;
import io.micronaut.core.naming.conventions.StringConvention;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Whether callers must be known, from the settings alone.
 *
 * <p>What is set decides. If nothing is, keys or signatures that are set mean that they must; so does a server that others than this
 * machine reach. A test whose host is not set counts as this machine.
 */
final class SecurityMode {

    static final String SETTING = "keyfold.security";
    static final String HOST = "micronaut.server.host";
    static final String JWT_SIGNATURES = "micronaut.security.token.jwt.signatures";

    private static final String OFF = "off";
    private static final String REQUIRED = "required";
    private static final String LISTENERS = "micronaut.server.netty.listeners";
    /** Literal: a name that resolves to this machine now may resolve elsewhere tomorrow. */
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[?(?:::1|0:0:0:0:0:0:0:1)]?");

    private SecurityMode() {}

    /** {@return whether callers must be known; true also if the setting is not understood} */
    static boolean isRequired(Environment environment) {
        return environment
                .getProperty(SETTING, String.class)
                .map(text -> !OFF.equals(text))
                .orElseGet(() -> isAnyoneKnown(environment) || !isThisMachineOnly(environment));
    }

    static boolean isUnderstood(Environment environment) {
        return environment
                .getProperty(SETTING, String.class)
                .filter(text -> !text.equals(OFF) && !text.equals(REQUIRED))
                .isEmpty();
    }

    /** {@return whether there is a key, or a signature that tokens are verified by} */
    static boolean isAnyoneKnown(Environment environment) {
        return environment.containsProperties(ApiKeys.PREFIX) || environment.containsProperties(JWT_SIGNATURES);
    }

    /** {@return whether the server listens on loopback addresses alone} */
    static boolean isThisMachineOnly(Environment environment) {
        Map<String, Object> listeners = environment.getProperties(LISTENERS, StringConvention.RAW);
        if (!listeners.isEmpty()) {
            return listeners(listeners).values().stream().allMatch(SecurityMode::isThisMachineOnly);
        }
        return environment
                .getProperty(HOST, String.class)
                .map(SecurityMode::isLoopback)
                .orElseGet(() -> environment.getActiveNames().contains(Environment.TEST));
    }

    private static Map<String, Map<String, String>> listeners(Map<String, Object> settings) {
        Map<String, Map<String, String>> byName = new TreeMap<>();
        settings.forEach((path, value) -> {
            String[] parts = path.split("\\.", 2);
            Map<String, String> own = byName.computeIfAbsent(parts[0], name -> new TreeMap<>());
            own.put(parts.length == 1 ? "" : parts[1], String.valueOf(value));
        });
        return byName;
    }

    private static boolean isThisMachineOnly(Map<String, String> listener) {
        return "UNIX".equalsIgnoreCase(listener.get("family")) || isLoopback(listener.getOrDefault("host", ""));
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host.strip().toLowerCase(Locale.ROOT)).matches();
    }
}
