package io.keyfold.codec;

import java.util.Arrays;

/**
 * Builds a storage key: a column after the other, in unsigned byte order.
 *
 * <pre>
 * text     UTF-8, each 00 as 00 FF, then 00 01
 * integer  big-endian two's complement of its width, sign bit flipped
 * </pre>
 *
 * <p>No value's form is a prefix of another's, so keys compare column by column.
 */
final class StorageKeyWriter {

    private static final int END_BYTES = 2;

    private byte[] bytes;
    private int length;

    StorageKeyWriter() {
        this(64);
    }

    /** One that probably takes so many bytes. */
    StorageKeyWriter(int size) {
        this.bytes = new byte[size];
    }

    void text(byte[] utf8) {
        ensure(2 * utf8.length + END_BYTES);
        for (byte b : utf8) {
            bytes[length++] = b;
            if (b == 0) {
                bytes[length++] = (byte) 0xFF;
            }
        }
        bytes[length++] = 0;
        bytes[length++] = 1;
    }

    /** A text that has no byte of zero. */
    void plainText(byte[] from, int begin, int end) {
        int size = end - begin;
        ensure(size + END_BYTES);
        System.arraycopy(from, begin, bytes, length, size);
        length += size;
        bytes[length++] = 0;
        bytes[length++] = 1;
    }

    /** The beginning of a text: without its end. */
    void textBeginning(byte[] utf8) {
        text(utf8);
        length -= END_BYTES;
    }

    void integer(long value, int width) {
        ensure(width);
        long flipped = value ^ (1L << (width * 8 - 1));
        for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (flipped >>> shift);
        }
    }

    /** Big-endian two's complement, padded to its width, sign bit flipped. */
    void integer(byte[] twosComplement, int width) {
        ensure(width);
        byte fill = (byte) (twosComplement[0] < 0 ? 0xFF : 0);
        Arrays.fill(bytes, length, length + width, fill);
        System.arraycopy(twosComplement, 0, bytes, length + width - twosComplement.length, twosComplement.length);
        bytes[length] ^= (byte) 0x80;
        length += width;
    }

    /** A byte as it is. */
    void tag(byte tag) {
        ensure(1);
        bytes[length++] = tag;
    }

    /** Bytes as they are. */
    void bytes(byte[] whole) {
        ensure(whole.length);
        System.arraycopy(whole, 0, bytes, length, whole.length);
        length += whole.length;
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }
}
