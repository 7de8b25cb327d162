package io.keyfold.micronaut.token;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts tokens with AES-256-GCM. Safe for many threads.
 *
 * <pre>
 * +-------------+----------+----------------+---------+
 * | version (1) | nonce    | encrypted text | tag     |
 * | 1 byte      | 12 bytes |                | 16 bytes|
 * +-------------+----------+----------------+---------+
 * </pre>
 *
 * <p>The nonce is random: a key may encrypt 2^32 tokens before two nonces are likely enough to be equal.
 */
final class TokenCipher {

    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final SecretKey key;

    /** Under that key of 32 bytes; without one, under a random key that ends with the process. */
    TokenCipher(Optional<byte[]> given) {
        this.key = new SecretKeySpec(given.orElseGet(() -> randomBytes(KEY_BYTES)), "AES");
    }

    byte[] encrypt(byte[] plain) {
        byte[] nonce = randomBytes(NONCE_BYTES);
        try {
            byte[] encrypted = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain);
            byte[] token = new byte[1 + NONCE_BYTES + encrypted.length];
            token[0] = VERSION;
            System.arraycopy(nonce, 0, token, 1, NONCE_BYTES);
            System.arraycopy(encrypted, 0, token, 1 + NONCE_BYTES, encrypted.length);
            return token;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Cannot encrypt a page token", e);
        }
    }

    /** Empty if it was not encrypted under this key, or was changed. */
    Optional<byte[]> decrypt(byte[] token) {
        if (token.length < 1 + NONCE_BYTES || token[0] != VERSION) {
            return Optional.empty();
        }
        byte[] nonce = Arrays.copyOfRange(token, 1, 1 + NONCE_BYTES);
        try {
            return Optional.of(
                    cipher(Cipher.DECRYPT_MODE, nonce).doFinal(token, 1 + NONCE_BYTES, token.length - 1 - NONCE_BYTES));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(new byte[] {VERSION});
        return cipher;
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
