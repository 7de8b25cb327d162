package io.keyfold.micronaut.access;

import io.micronaut.context.env.Environment;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
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

    /** YAML makes {@code false} of a bare {@code off}. */
    private static final Set<String> OFF = Set.of("off", "false");

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
                .map(text -> !OFF.contains(text))
                .orElseGet(() -> isAnyoneKnown(environment) || !isThisMachineOnly(environment));
    }

    static boolean isUnderstood(Environment environment) {
        return environment
                .getProperty(SETTING, String.class)
                .filter(text -> !OFF.contains(text) && !text.equals(REQUIRED))
                .isEmpty();
    }

    /** {@return whether there is a key, or a signature that tokens are verified by} */
    static boolean isAnyoneKnown(Environment environment) {
        return ApiKeys.areSet(environment) || environment.containsProperties(JWT_SIGNATURES);
    }

    /** {@return whether the server listens on loopback addresses alone} */
    static boolean isThisMachineOnly(Environment environment) {
        Collection<String> listeners = environment.getPropertyEntries(LISTENERS);
        if (!listeners.isEmpty()) {
            return listeners.stream().allMatch(name -> isThisMachineOnly(environment, LISTENERS + "." + name));
        }
        return environment
                .getProperty(HOST, String.class)
                .map(SecurityMode::isLoopback)
                .orElseGet(() -> environment.getActiveNames().contains(Environment.TEST));
    }

    private static boolean isThisMachineOnly(Environment environment, String listener) {
        return environment
                        .getProperty(listener + ".family", String.class)
                        .filter("UNIX"::equalsIgnoreCase)
                        .isPresent()
                || environment
                        .getProperty(listener + ".host", String.class)
                        .filter(SecurityMode::isLoopback)
                        .isPresent();
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host.strip().toLowerCase(Locale.ROOT)).matches();
    }
}
