package io.keyfold.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * The path and query of a request. Only unreserved characters stand for themselves (RFC 3986). For one thread.
 */
final class Target {

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    private static final int BYTE = 0xFF;

    private final StringBuilder text;
    private char before = '?';

    Target(String path) {
        this.text = new StringBuilder(path);
    }

    /** {@return a path behind another, a segment each} */
    static String path(String base, Collection<String> segments) {
        return segments.stream().map(Target::encode).collect(Collectors.joining("/", base + "/", ""));
    }

    Target with(String name, String value) {
        text.append(before).append(encode(name)).append('=').append(encode(value));
        before = '&';
        return this;
    }

    int length() {
        return text.length();
    }

    private static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte b : text.getBytes(UTF_8)) {
            char c = (char) (b & BYTE);
            if (UNRESERVED.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append('%').append(digit(c >> 4)).append(digit(c & 0xF));
            }
        }
        return encoded.toString();
    }

    private static char digit(int value) {
        return Character.toUpperCase(Character.forDigit(value, 16));
    }

    /** {@return what a request line has} */
    @Override
    public String toString() {
        return text.toString();
    }
}
