package io.keyfold.micronaut.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.error.StartException;
import io.keyfold.micronaut.config.ApplicationName;
import io.micronaut.context.env.Environment;
import io.micronaut.core.naming.conventions.StringConvention;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The API keys that are known, by the SHA-256 of each: {@code keyfold.api-keys.<name>.key-sha256} and {@code .roles}.
 *
 * <p>A key is compared with all of them in a time that does not depend on how much of it is right. Names are read as they
 * stand in the configuration.
 */
final class ApiKeys {

    static final String PREFIX = "keyfold.api-keys";

    private static final String KEY_SHA256 = "key-sha256";
    private static final String ROLES = "roles";
    private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");
    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");
    /** How YAML's lists show beside the list itself. */
    private static final Pattern ITEM = Pattern.compile(ROLES + "\\[\\d+]");

    private final List<ApiKey> keys;

    private ApiKeys(List<ApiKey> keys) {
        this.keys = keys;
    }

    /**
     * One key.
     *
     * @param name who has it
     * @param sha256 its SHA-256
     * @param roles what its holder may do
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record ApiKey(String name, byte[] sha256, Set<String> roles) {

        @Override
        public String toString() {
            return "ApiKey[" + name + " " + roles + "]";
        }
    }

    static boolean areSet(Environment environment) {
        return !environment.getProperties(PREFIX, StringConvention.RAW).isEmpty();
    }

    /**
     * {@return the keys that are set, of which there may be none}
     *
     * @throws StartException naming the setting that is wrong; never its value, which may be a key that stands at the wrong place
     */
    static ApiKeys in(Environment environment) {
        String application = ApplicationName.in(environment);
        Map<String, Map<String, Object>> byName = new TreeMap<>();
        environment.getProperties(PREFIX, StringConvention.RAW).forEach((path, value) -> {
            int dot = path.lastIndexOf('.');
            String name = dot < 0 ? path : path.substring(0, dot);
            String setting = dot < 0 ? "" : path.substring(dot + 1);
            if (!ITEM.matcher(setting).matches()) {
                byName.computeIfAbsent(name, key -> new TreeMap<>()).put(setting, value);
            }
        });
        List<ApiKey> keys = new ArrayList<>();
        byName.forEach((name, settings) -> keys.add(key(application, name, settings)));
        for (ApiKey key : keys) {
            keys.stream()
                    .filter(other -> !other.name.equals(key.name) && Arrays.equals(other.sha256, key.sha256))
                    .findFirst()
                    .ifPresent(other -> {
                        throw refused(application, key.name, KEY_SHA256, "the same as of " + other.name, "another key");
                    });
        }
        return new ApiKeys(List.copyOf(keys));
    }

    private static ApiKey key(String application, String name, Map<String, Object> settings) {
        for (String setting : settings.keySet()) {
            if (!setting.equals(KEY_SHA256) && !setting.equals(ROLES)) {
                throw refused(application, name, setting, "unknown", KEY_SHA256 + " or " + ROLES);
            }
        }
        String sha256 = String.valueOf(settings.getOrDefault(KEY_SHA256, "")).strip();
        if (!SHA256.matcher(sha256).matches()) {
            throw refused(
                    application,
                    name,
                    KEY_SHA256,
                    sha256.isEmpty() ? "missing" : "a text of " + sha256.length(),
                    "64 hexadecimal digits, the SHA-256 of the key and not the key itself");
        }
        Set<String> roles = roles(settings.getOrDefault(ROLES, ""));
        if (roles.isEmpty()) {
            throw refused(application, name, ROLES, "missing", "some of " + Role.names());
        }
        for (String role : roles) {
            if (role.startsWith(Role.PREFIX) && !Role.names().contains(role)) {
                throw refused(
                        application, name, ROLES, role, "some of " + Role.names() + ", or a role of the service's own");
            }
        }
        return new ApiKey(name, HexFormat.of().parseHex(sha256), roles);
    }

    private static Set<String> roles(Object value) {
        Set<String> roles = new TreeSet<>();
        if (value instanceof Iterable<?> list) {
            list.forEach(role -> roles.add(String.valueOf(role).strip()));
        } else {
            roles.addAll(List.of(COMMA.split(String.valueOf(value).strip())));
        }
        roles.remove("");
        return Set.copyOf(roles);
    }

    private static StartException refused(
            String application, String name, String setting, String value, String expected) {
        return new StartException(
                application, PREFIX + "." + name + "." + setting + ": " + value + " (expected: " + expected + ")");
    }

    /** {@return the key that the caller sent, if it is one} */
    Optional<ApiKey> find(String sent) {
        byte[] sha256 = sha256(sent);
        ApiKey found = null;
        for (ApiKey key : keys) {
            if (MessageDigest.isEqual(key.sha256, sha256)) {
                found = key;
            }
        }
        return Optional.ofNullable(found);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Cannot compare keys: this JDK has no SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return keys.toString();
    }
}
