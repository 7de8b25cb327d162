package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Goes over JSON bytes that are, letter for letter, what Flink writes for plain values: texts of printable ASCII without
 * escapes, and integers. Says no to everything else, be it good or bad: that is for the parser to judge.
 */
final class PlainJson {

    /** So many digits fit a long, whatever they are. */
    private static final int MAX_DIGITS = 18;

    private final byte[] bytes;
    private int at;

    PlainJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Goes behind these bytes, if it stands before them. */
    boolean skip(byte[] expected) {
        int end = at + expected.length;
        if (end > bytes.length || !Arrays.equals(bytes, at, end, expected, 0, expected.length)) {
            return false;
        }
        at = end;
        return true;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    /** A text and its quotes; null if it is no plain one. */
    @Nullable
    String text() {
        if (at == bytes.length || bytes[at] != '"') {
            return null;
        }
        int from = at + 1;
        for (int i = from; i < bytes.length; i++) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return new String(bytes, from, i - from, ISO_8859_1);
            }
            if (b < ' ' || b == '\\' || b > '~') {
                return null;
            }
        }
        return null;
    }

    /** An integer without needless zeros, plus or minus; null if it is no plain one. */
    @Nullable
    Long integer() {
        boolean negative = at < bytes.length && bytes[at] == '-';
        int from = negative ? at + 1 : at;
        int end = from;
        long value = 0;
        while (end < bytes.length && end - from < MAX_DIGITS && isDigit(bytes[end])) {
            value = value * 10 + (bytes[end++] - '0');
        }
        boolean isCanonical = end > from && (bytes[from] != '0' || (end == from + 1 && !negative));
        if (!isCanonical || (end < bytes.length && isDigit(bytes[end]))) {
            return null;
        }
        at = end;
        return negative ? -value : value;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
