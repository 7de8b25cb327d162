package io.keyfold.micronaut.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.keyfold.micronaut.config.KeyfoldSecret;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 of questions and replies, in hexadecimal. Any thread may sign.
 *
 * <p>What is signed is a list of texts, each as {@link DataOutputStream#writeUTF(String)} has it, so that no two lists look alike,
 * and behind them the 32 bytes of the body's SHA-256:
 *
 * <pre>
 * "keyfold-peer-1" "question" target time nonce hop  sha256(body)
 * "keyfold-peer-1" "reply"    nonce status           sha256(body)
 * </pre>
 *
 * A reply bears the nonce of its question, so it answers no other one.
 */
final class PeerSignatures {

    private static final String VERSION = "keyfold-peer-1";
    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;

    PeerSignatures(KeyfoldSecret secret) {
        this.key = new SecretKeySpec(secret.derive(VERSION), HMAC);
    }

    String ofQuestion(QuestionStamp stamp, byte[] question) {
        return sign(question, VERSION, "question", stamp.target(), stamp.time(), stamp.nonce(), stamp.hop());
    }

    String ofReply(String nonce, int status, byte[] reply) {
        return sign(reply, VERSION, "reply", nonce, String.valueOf(status));
    }

    /** {@return whether two signatures are one, in a time that does not tell where they differ} */
    static boolean isSame(String right, String given) {
        return MessageDigest.isEqual(right.getBytes(US_ASCII), given.getBytes(US_ASCII));
    }

    private String sign(byte[] body, String... texts) {
        try {
            ByteArrayOutputStream signed = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(signed);
            for (String text : texts) {
                out.writeUTF(text);
            }
            out.write(MessageDigest.getInstance("SHA-256").digest(body));
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(signed.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot sign for another instance: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Cannot sign for another instance: this Java has no " + HMAC, e);
        }
    }

    /** {@return its name alone: nothing of the key} */
    @Override
    public String toString() {
        return VERSION;
    }
}
