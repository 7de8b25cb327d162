package io.keyfold.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Goes over JSON bytes that are, letter for letter, what Flink writes for plain values: texts of printable ASCII without
 * escapes, integers, decimals without an exponent. Says no to everything else, be it good or bad: that is for the parser to
 * judge. After a no it is of no further use.
 */
final class PlainJson {

    /** So many digits fit a long, whatever they are. */
    private static final int MAX_DIGITS = 18;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ONES = 0x0101010101010101L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long BLANKS = ONES * ' ';
    private static final byte DELETE = 0x7F;
    private static final long DELETES = ONES * DELETE;

    private final byte[] bytes;
    private final int end;
    private int at;
    /** Of the text gone over last, without its quotes. */
    private int textFrom;

    private int textEnd;
    private long number;

    PlainJson(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    PlainJson(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    /** Goes behind these bytes, if it stands before them. */
    boolean skip(byte[] expected) {
        return skip(expected, expected.length);
    }

    /** Goes behind the first so many of these bytes, if it stands before them. */
    boolean skip(byte[] expected, int length) {
        if (at + length > end) {
            return false;
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if ((long) LONGS.get(bytes, at + i) != (long) LONGS.get(expected, i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (bytes[at + i] != expected[i]) {
                return false;
            }
        }
        at += length;
        return true;
    }

    /** Goes behind the end of the object, if nothing follows it. */
    boolean passEnd() {
        return at + 1 == end && bytes[at] == '}';
    }

    /** Goes behind a text and its quotes. */
    boolean passText() {
        if (at == end || bytes[at] != '"') {
            return false;
        }
        int i = at + 1;
        textFrom = i;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            long found = special((long) LONGS.get(bytes, i));
            if (found != 0) {
                return endsText(i + Long.numberOfTrailingZeros(found) / Byte.SIZE);
            }
        }
        while (i < end && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\' && bytes[i] != DELETE) {
            i++;
        }
        return i < end && endsText(i);
    }

    private boolean endsText(int quote) {
        if (bytes[quote] != '"') {
            return false;
        }
        textEnd = quote;
        at = quote + 1;
        return true;
    }

    /**
     * Has a bit set in each of eight bytes that is a quote, a backslash, below a blank or beyond a tilde. What the first of them
     * borrows may set bits in those behind it.
     */
    private static long special(long eight) {
        long toQuote = eight ^ QUOTES;
        long toBackslash = eight ^ BACKSLASHES;
        long toDelete = eight ^ DELETES;
        return (((toQuote - ONES) & ~toQuote)
                        | ((toBackslash - ONES) & ~toBackslash)
                        | ((toDelete - ONES) & ~toDelete)
                        | (eight - BLANKS)
                        | eight)
                & HIGH_BITS;
    }

    /** Goes behind this text and its quotes, if it is this one. */
    boolean passText(String expected) {
        int behind = at + expected.length() + 1;
        if (behind >= end || bytes[at] != '"' || bytes[behind] != '"') {
            return false;
        }
        for (int i = at + 1; i < behind; i++) {
            char c = expected.charAt(i - at - 1);
            if (bytes[i] != c || c < ' ' || c == '"' || c == '\\') {
                return false;
            }
        }
        at = behind + 1;
        return true;
    }

    int textLength() {
        return textEnd - textFrom;
    }

    /** The text gone over last, as a date or a time. */
    TemporalForm temporal() {
        return new TemporalForm(bytes, textFrom, textEnd - textFrom);
    }

    /** Appends the text gone over last. */
    void store(StorageKeyWriter out) {
        out.plainText(bytes, textFrom, textEnd);
    }

    /** Goes behind an integer without needless zeros, plus or minus. */
    boolean passInteger() {
        boolean negative = at < end && bytes[at] == '-';
        int from = negative ? at + 1 : at;
        int i = from;
        long value = 0;
        while (i < end && i - from < MAX_DIGITS && isDigit(bytes[i])) {
            value = value * 10 + (bytes[i++] - '0');
        }
        boolean isCanonical = i > from && (bytes[from] != '0' || (i == from + 1 && !negative));
        if (!isCanonical || (i < end && isDigit(bytes[i]))) {
            return false;
        }
        at = i;
        number = negative ? -value : value;
        return true;
    }

    /** The integer gone over last. */
    long number() {
        return number;
    }

    /** Goes behind a number with so many digits at most before and behind its point, and no exponent. */
    boolean passDecimal(int before, int behind) {
        int from = at < end && bytes[at] == '-' ? at + 1 : at;
        int point = digitsEnd(from);
        int whole = point - from;
        boolean isWhole = whole >= 1 && (whole == 1 || bytes[from] != '0') && (whole <= before || isZero(from, whole));
        if (!isWhole) {
            return false;
        }
        int last = point;
        if (point < end && bytes[point] == '.') {
            last = digitsEnd(point + 1);
            if (last == point + 1 || last - point - 1 > behind) {
                return false;
            }
        }
        if (last < end && (bytes[last] == 'e' || bytes[last] == 'E')) {
            return false;
        }
        at = last;
        return true;
    }

    private boolean isZero(int from, int digits) {
        return digits == 1 && bytes[from] == '0';
    }

    private int digitsEnd(int from) {
        int i = from;
        while (i < end && isDigit(bytes[i])) {
            i++;
        }
        return i;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
