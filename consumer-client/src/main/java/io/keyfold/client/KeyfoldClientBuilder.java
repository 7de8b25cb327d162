package io.keyfold.client;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Settings of a {@link KeyfoldClient}. */
public final class KeyfoldClientBuilder {

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]+");

    private final URI service;
    private Optional<String> apiKey = Optional.empty();
    private Duration timeout = Duration.ofSeconds(5);

    KeyfoldClientBuilder(URI service) {
        requireNonNull(service, "service");
        boolean isHttp = "http".equalsIgnoreCase(service.getScheme()) || "https".equalsIgnoreCase(service.getScheme());
        if (!isHttp
                || service.getHost() == null
                || service.getRawUserInfo() != null
                || service.getRawQuery() != null
                || service.getRawFragment() != null) {
            // The address is not repeated: it may hold a password.
            throw new IllegalArgumentException(
                    "service: another form (expected: http or https, a host and perhaps port and path, such as"
                            + " http://127.0.0.1:8080)");
        }
        this.service = service;
    }

    /**
     * Says who asks; nobody, if it is not set.
     *
     * @param key an API key or a bearer token; never printed
     * @return this
     */
    public KeyfoldClientBuilder apiKey(String key) {
        if (!KEY.matcher(requireNonNull(key, "key")).matches()) {
            throw new IllegalArgumentException("apiKey: another form (expected: visible ASCII characters, no blanks)");
        }
        this.apiKey = Optional.of(key);
        return this;
    }

    /**
     * Sets how long one question may take in all, name and connection included; 5 s if it is not set.
     *
     * @param longest more than zero, at most an hour
     * @return this
     */
    public KeyfoldClientBuilder timeout(Duration longest) {
        if (longest.isNegative() || longest.isZero() || longest.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "timeout: " + longest + " (expected: more than zero, at most " + LONGEST + ")");
        }
        this.timeout = longest;
        return this;
    }

    /** {@return the client; nothing is asked yet} */
    public KeyfoldClient build() {
        return new KeyfoldClient(new Service(service, apiKey, timeout));
    }
}
