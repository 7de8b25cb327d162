package io.keyfold.micronaut.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.error.StartException;
import io.micronaut.context.env.Environment;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What all instances of a service know and nobody else: {@code keyfold.secret}. It is never printed, nor used as it stands. */
public final class KeyfoldSecret {

    private static final String SETTING = "keyfold.secret";
    private static final int SHORTEST = 32;
    private static final String HMAC = "HmacSHA256";

    private final byte[] secret;

    private KeyfoldSecret(byte[] secret) {
        this.secret = secret;
    }

    /**
     * {@return the secret, if one is set}
     *
     * @param environment where
     * @throws StartException if it is too short
     */
    public static Optional<KeyfoldSecret> in(Environment environment) {
        return environment.getProperty(SETTING, String.class).map(text -> {
            if (text.length() < SHORTEST) {
                throw new StartException(
                        ApplicationName.in(environment),
                        SETTING + ": " + text.length() + " characters (expected: " + SHORTEST + " or more)");
            }
            return new KeyfoldSecret(text.getBytes(UTF_8));
        });
    }

    /**
     * {@return a key for one purpose: HMAC-SHA256 of the label}
     *
     * @param label the purpose; one key tells nothing of another
     */
    public byte[] derive(String label) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret, HMAC));
            return mac.doFinal(label.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Cannot derive a key: this Java has no " + HMAC, e);
        }
    }

    /** {@return its name alone} */
    @Override
    public String toString() {
        return SETTING;
    }
}
