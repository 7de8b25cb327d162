package io.keyfold.micronaut.peer;

import io.keyfold.config.PeerAddress;
import io.keyfold.config.PeerTransport;
import io.keyfold.error.StartException;
import io.keyfold.micronaut.config.ApplicationName;
import io.keyfold.micronaut.config.KeyfoldSecret;
import io.keyfold.micronaut.config.TypedSetting;
import io.micronaut.context.env.Environment;
import io.micronaut.core.naming.NameUtils;
import io.micronaut.core.naming.conventions.StringConvention;
import io.micronaut.core.type.Argument;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;

/** What the user set under {@code keyfold.peers}. */
final class ConfiguredPeers {

    static final String PREFIX = "keyfold.peers";
    static final String ADDRESS = PREFIX + ".address";

    private static final String ALLOWED = PREFIX + ".allowed";
    private static final String TIMEOUT = PREFIX + ".timeout";
    private static final String MAX_REPLY_BYTES = PREFIX + ".max-reply-bytes";
    private static final String THREADS = PREFIX + ".threads";
    private static final String TLS = PREFIX + ".tls";
    private static final String TRUST_STORE = PREFIX + ".trust-store";
    private static final String TRUST_STORE_PASSWORD = PREFIX + ".trust-store-password";
    private static final List<String> NAMES =
            List.of(ADDRESS, ALLOWED, TIMEOUT, MAX_REPLY_BYTES, THREADS, TLS, TRUST_STORE, TRUST_STORE_PASSWORD);

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(1);
    /** With less, an instance whose rows are many could not be asked at all: see {@link PeerTransport}. */
    private static final int LEAST_REPLY_BYTES = 9 << 20;

    private static final int DEFAULT_MAX_REPLY_BYTES = 16 << 20;
    private static final int MOST_REPLY_BYTES = 1 << 30;
    private static final int DEFAULT_THREADS = 8;
    private static final int MOST_THREADS = 1_000;

    private final Environment environment;

    private ConfiguredPeers(Environment environment) {
        this.environment = environment;
    }

    /**
     * Reads it.
     *
     * @return empty if nothing is set
     * @throws StartException naming what is missing or wrong
     */
    static Optional<PeerSetup> in(Environment environment) {
        return new ConfiguredPeers(environment).read();
    }

    private Optional<PeerSetup> read() {
        refuseUnknown();
        Optional<KeyfoldSecret> secret = KeyfoldSecret.in(environment);
        List<String> set = NAMES.stream()
                .filter(name -> environment.containsProperty(name) || environment.containsProperties(name))
                .toList();
        if (set.isEmpty()) {
            return Optional.empty();
        }
        if (!set.contains(ADDRESS)) {
            throw refused(set.get(0) + " is set and " + ADDRESS
                    + " is not; set it to host:port at which the other instances find this one");
        }
        if (secret.isEmpty()) {
            throw refused(ADDRESS + " is set and keyfold.secret is not; set it to the same 32 characters or more on all"
                    + " instances");
        }
        AllowedPeers allowed = allowed();
        return Optional.of(new PeerSetup(
                address(allowed),
                allowed,
                timeout(),
                number(MAX_REPLY_BYTES, DEFAULT_MAX_REPLY_BYTES, LEAST_REPLY_BYTES, MOST_REPLY_BYTES),
                number(THREADS, DEFAULT_THREADS, 1, MOST_THREADS),
                tls(),
                contextPath(),
                new PeerSignatures(secret.get())));
    }

    private void refuseUnknown() {
        for (String key : new TreeSet<>(
                environment.getProperties(PREFIX, StringConvention.RAW).keySet())) {
            String name = PREFIX + "." + NameUtils.hyphenate(key.split("[.\\[]", 2)[0]);
            if (!NAMES.contains(name)) {
                throw refused(name + ": unknown (expected: one of " + NAMES + ")");
            }
        }
    }

    private AllowedPeers allowed() {
        List<String> entries =
                environment.getProperty(ALLOWED, Argument.listOf(String.class)).orElse(List.of());
        if (entries.isEmpty()) {
            throw refused(ADDRESS + " is set and " + ALLOWED
                    + " is not; list there whom this instance may ask, such as *.orders.svc:8080 or 10.0.0.0/8:8080");
        }
        try {
            return AllowedPeers.of(entries);
        } catch (IllegalArgumentException e) {
            throw refused(PREFIX + "." + e.getMessage());
        }
    }

    private PeerAddress address(AllowedPeers allowed) {
        String text = TypedSetting.in(environment, ADDRESS, String.class, "host:port")
                .orElse("")
                .strip();
        PeerAddress address;
        try {
            address = PeerAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw refused(PREFIX + "." + e.getMessage());
        }
        String said = ADDRESS + ": " + address;
        if (IpLiteral.isEverywhere(address.host())) {
            throw refused(said + " (expected: the one address at which the other instances find this one)");
        }
        if (address.host().contains("_") || address.host().endsWith(".")) {
            throw refused(said + " (expected: a host name that URLs may have, so without _ and a dot at its end)");
        }
        if (!allowed.contains(address)) {
            throw refused(said + " (expected: one of " + ALLOWED + ", which are " + allowed
                    + "; else no instance set up like this one would ask it)");
        }
        String host =
                environment.getProperty("micronaut.server.host", String.class).orElse("");
        if (IpLiteral.isLoopback(address.host()) && !IpLiteral.isLoopback(host)) {
            throw refused(
                    said + " is found on this machine alone, and the server listens beyond it; set it to what other"
                            + " machines find, or micronaut.server.host to 127.0.0.1");
        }
        return address;
    }

    private Duration timeout() {
        Duration timeout = TypedSetting.in(environment, TIMEOUT, Duration.class, "a duration such as 1s")
                .orElse(DEFAULT_TIMEOUT);
        if (timeout.toMillis() < 1) {
            throw refused(TIMEOUT + ": " + timeout + " (expected: 1ms or more)");
        }
        return timeout;
    }

    private int number(String name, int usual, int least, int most) {
        String expected = least + " .. " + most;
        int number = TypedSetting.in(environment, name, Integer.class, expected).orElse(usual);
        if (number < least || number > most) {
            throw refused(name + ": " + number + " (expected: " + expected + ")");
        }
        return number;
    }

    private Optional<SSLContext> tls() {
        Optional<Path> store = TypedSetting.in(environment, TRUST_STORE, Path.class, "a path");
        if (!isTls()) {
            store.ifPresent(path -> {
                throw refused(TRUST_STORE + " is set and " + TLS + " is not; set it to true, or leave the store out");
            });
            return Optional.empty();
        }
        try {
            return Optional.of(PeerTrust.context(store, environment.getProperty(TRUST_STORE_PASSWORD, String.class)));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new StartException(
                    ApplicationName.in(environment),
                    TRUST_STORE + ": " + store.map(Path::toString).orElse("the JDK's")
                            + " (expected: a store of certificates that can be read with " + TRUST_STORE_PASSWORD + ")",
                    e);
        }
    }

    /** Micronaut takes any other word for false, and questions would go out in the clear. */
    private boolean isTls() {
        String text = environment.getProperty(TLS, String.class).orElse("false").strip();
        if (!text.equals("true") && !text.equals("false")) {
            throw refused(TLS + ": " + text + " (expected: true or false)");
        }
        return text.equals("true");
    }

    private String contextPath() {
        String path = environment
                .getProperty("micronaut.server.context-path", String.class)
                .orElse("")
                .replaceAll("^/+|/+$", "");
        return path.isEmpty() ? "" : "/" + path;
    }

    private StartException refused(String reason) {
        return new StartException(ApplicationName.in(environment), reason);
    }
}
