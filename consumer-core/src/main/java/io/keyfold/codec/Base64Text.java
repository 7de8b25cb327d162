package io.keyfold.codec;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Base64 as Flink writes it: with padding, in one line, and no bits behind the last byte. */
final class Base64Text {

    private Base64Text() {}

    /** The bytes; null if it is no such text. */
    static byte @Nullable [] decode(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return encode(bytes).equals(text) ? bytes : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
