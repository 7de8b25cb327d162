package io.keyfold.micronaut.token;

import io.keyfold.micronaut.config.KeyfoldSecret;
import io.keyfold.micronaut.problem.ProblemException;
import io.keyfold.micronaut.problem.ProblemType;
import io.micronaut.context.env.Environment;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Gives and takes page tokens. Safe for many threads.
 *
 * <p>A token holds the table, a digest of the question, the topic's generation, when it was given and the place. It is good for
 * 24 hours, on every instance that has the same secret; without a secret, on the instance that gave it until that ends.
 */
@Singleton
public final class PageTokens {

    private static final String PURPOSE = "page token 1";
    private static final Duration LIFE = Duration.ofHours(24);

    private final TokenCipher cipher;
    private final Clock clock;

    @Inject
    PageTokens(Environment environment) {
        this(KeyfoldSecret.in(environment).map(secret -> secret.derive(PURPOSE)), Clock.systemUTC());
    }

    PageTokens(Optional<byte[]> key, Clock clock) {
        this.cipher = new TokenCipher(key);
        this.clock = clock;
    }

    /**
     * {@return a token}
     *
     * @param question what is asked
     * @param place where its next page begins
     */
    public String give(Question question, byte[] place) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(question.table());
            out.write(question.digest());
            out.writeUTF(question.generation());
            out.writeLong(clock.millis());
            out.write(place);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write into memory", e);
        }
        return encoded(cipher.encrypt(bytes.toByteArray()));
    }

    /**
     * {@return the place of a token}
     *
     * @param question what is asked now
     * @param token what the caller gave
     * @throws ProblemException if it is no token, one of another question, or no longer valid
     */
    public byte[] take(Question question, String token) {
        byte[] plain = decoded(token).flatMap(cipher::decrypt).orElseThrow(() -> bad("none that was given here"));
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain))) {
            String table = in.readUTF();
            byte[] digest = in.readNBytes(question.digest().length);
            if (!table.equals(question.table()) || !MessageDigest.isEqual(digest, question.digest())) {
                throw ProblemException.of(
                        ProblemType.TOKEN_OF_ANOTHER_QUESTION,
                        "page_token: of another table, filter or order (expected: the question of the page before)");
            }
            if (!in.readUTF().equals(question.generation())) {
                throw expired("the topic has been made anew or has other partitions since");
            }
            long age = clock.millis() - in.readLong();
            if (age > LIFE.toMillis()) {
                throw expired("given more than " + LIFE.toHours() + " hours ago");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw bad("none that this version gives");
        }
    }

    private static String encoded(byte[] token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Only of the one text that stands for the bytes: Base64 has others, with other bits behind the last byte. */
    private static Optional<byte[]> decoded(String token) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(token))
                    .filter(bytes -> encoded(bytes).equals(token));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ProblemException bad(String what) {
        return ProblemException.of(
                ProblemType.BAD_TOKEN, "page_token: " + what + " (expected: next_page_token of the page before)");
    }

    private static ProblemException expired(String why) {
        return ProblemException.of(
                ProblemType.TOKEN_EXPIRED, "page_token: " + why + " (expected: to begin again without one)");
    }
}
