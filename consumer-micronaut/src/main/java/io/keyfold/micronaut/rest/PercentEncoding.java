package io.keyfold.micronaut.rest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Percent-encoding of one path segment or query value (RFC 3986), UTF-8, strict, each decoded once.
 *
 * <p>What is beyond ASCII must be encoded: the HTTP server takes some such bytes as they are and refuses others.
 */
public final class PercentEncoding {

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final int LAST_ASCII = 0x7F;
    private static final int BYTE = 0xFF;

    private PercentEncoding() {}

    /**
     * {@return the text of an encoded segment}
     *
     * @throws IllegalArgumentException if it is not percent-encoded UTF-8
     */
    static String decode(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                bytes.write(hex(encoded, i + 1) << 4 | hex(encoded, i + 2));
                i += 2;
            } else if (c <= LAST_ASCII) {
                bytes.write(c);
            } else {
                throw new IllegalArgumentException("a character beyond ASCII is not percent-encoded");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the percent-encoded bytes are not UTF-8", e);
        }
    }

    /**
     * {@return the text as a segment in which only unreserved characters stand for themselves}
     *
     * @param text any text
     */
    public static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & BYTE);
            if (UNRESERVED.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(digit(c >> 4)).append(digit(c & 0xF));
            }
        }
        return encoded.toString();
    }

    private static int hex(String encoded, int index) {
        int digit = index < encoded.length() ? Character.digit(encoded.charAt(index), 16) : -1;
        if (digit < 0 || encoded.charAt(index) > LAST_ASCII) {
            throw new IllegalArgumentException("% without two hexadecimal digits behind it");
        }
        return digit;
    }

    private static char digit(int value) {
        return Character.toUpperCase(Character.forDigit(value, 16));
    }
}
