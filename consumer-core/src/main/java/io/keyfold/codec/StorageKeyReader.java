package io.keyfold.codec;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Reads what {@link StorageKeyWriter} wrote. */
final class StorageKeyReader {

    private final byte[] bytes;
    private int at;

    StorageKeyReader(byte[] bytes) {
        this(bytes, 0);
    }

    StorageKeyReader(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    /** Where the next value begins. */
    int at() {
        return at;
    }

    byte tag() {
        return bytes[at++];
    }

    void skipText() {
        while (bytes[at++] != 0 || bytes[at++] != 1) {
            // 00 01 is the end, 00 FF is not
        }
    }

    byte[] text() {
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        while (true) {
            byte b = bytes[at++];
            if (b != 0) {
                utf8.write(b);
            } else if (bytes[at++] == 1) {
                return utf8.toByteArray();
            } else {
                utf8.write(0);
            }
        }
    }

    long integer(int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = (value << 8) | (bytes[at++] & 0xFF);
        }
        long flipped = value ^ (1L << (width * 8 - 1));
        int unused = 64 - width * 8;
        return (flipped << unused) >> unused;
    }

    byte[] twosComplement(int width) {
        byte[] value = Arrays.copyOfRange(bytes, at, at + width);
        value[0] ^= (byte) 0x80;
        at += width;
        return value;
    }
}
