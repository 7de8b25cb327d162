package io.keyfold.micronaut.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * What a list is asked for, as far as a place in it depends on that.
 *
 * @param table the table's name
 * @param text endpoint, filters and order, the same text for the same question
 * @param generation which topic it is asked of: one made anew, or repartitioned, is another
 */
public record Question(String table, String text, String generation) {

    private static final int DIGEST_BYTES = 16;

    /** Refuses a question with something missing. */
    public Question {
        requireNonNull(table, "table");
        requireNonNull(text, "text");
        requireNonNull(generation, "generation");
    }

    byte[] digest() {
        try {
            return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)), DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Cannot make a digest: this Java has no SHA-256", e);
        }
    }

    /** {@return the table only: filters may be personal data} */
    @Override
    public String toString() {
        return "Question[" + table + "]";
    }
}
