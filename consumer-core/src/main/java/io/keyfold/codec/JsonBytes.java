package io.keyfold.codec;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Where in an array one JSON text lies, and what is seen of it at a glance. Of one thread. */
final class JsonBytes {

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ONES = 0x0101010101010101L;
    private static final long BACKSLASHES = ONES * '\\';

    private final byte[] bytes;
    private final int from;
    private final int length;
    private @Nullable Boolean plain;

    JsonBytes(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    JsonBytes(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int length() {
        return length;
    }

    /** Whether it is ASCII without a backslash: a text in it then is the bytes between its quotes. */
    boolean isPlain() {
        Boolean known = plain;
        if (known == null) {
            known = isPlain(bytes, from, length);
            plain = known;
        }
        return known;
    }

    /** The index of the first byte that is not UTF-8, from its beginning; -1 if all are. */
    int firstInvalid() {
        return isPlain() ? -1 : Utf8.firstInvalid(bytes, from, length);
    }

    /** Eight bytes at a time. */
    private static boolean isPlain(byte[] bytes, int from, int length) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int end = from + length;
        int i = from;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            long eight = in.getLong(i);
            long zeroAtBackslash = eight ^ BACKSLASHES;
            // The lower term has a high bit set at a byte of zero, and wrongly only above one.
            if (((eight | ((zeroAtBackslash - ONES) & ~zeroAtBackslash)) & HIGH_BITS) != 0) {
                return false;
            }
        }
        for (; i < end; i++) {
            if (bytes[i] < 0 || bytes[i] == '\\') {
                return false;
            }
        }
        return true;
    }
}
