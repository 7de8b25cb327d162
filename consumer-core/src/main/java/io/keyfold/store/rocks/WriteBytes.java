package io.keyfold.store.rocks;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes as RocksDB has them in a batch and in its log, so that many of them cross into native code as one array:
 *
 * <pre>
 * 0          8       12
 * +----------+-------+-- for each write ---------------------------------------+
 * | sequence | count | kind | family, not 0 | length | key | length | value     |
 * | 0        | u32   | u8   | varint        | varint |     | varint |           |
 * +----------+-------+------+---------------+--------+-----+--------+-----------+
 * numbers  little-endian
 * varint   seven bits a byte, the least first, the highest bit set in all but the last
 * kind     0 a delete, which has no value; 1 a put; 4 and 5 the same where a family stands
 * </pre>
 *
 * <p>RocksDB reads logs of any age, so this form stays; a test compares it with what RocksDB itself writes.
 */
final class WriteBytes {

    private static final int COUNT_AT = 8;
    private static final int HEADER_BYTES = 12;
    private static final byte DELETE = 0;
    private static final byte PUT = 1;
    private static final byte IN_FAMILY = 4;

    /** What a write takes at most beside its key and its value: its kind and three numbers. */
    static final int OVERHEAD_BYTES = 16;

    private static final int MOST_BYTES = 1 << 30;

    private final byte[] bytes;
    private int length = HEADER_BYTES;
    private int count;

    /** Room for writes of so many bytes, keys and values and {@link #OVERHEAD_BYTES} of each counted. */
    WriteBytes(long mostBytes) {
        this.bytes = new byte[Math.toIntExact(HEADER_BYTES + mostBytes)];
    }

    /** Whether one array has room for so many bytes. */
    static boolean haveRoomFor(long mostBytes) {
        return mostBytes <= MOST_BYTES;
    }

    /** Adds a put into the family of that number, or a delete where the value is null. */
    void add(int family, byte[] key, byte @Nullable [] value) {
        byte kind = value == null ? DELETE : PUT;
        bytes[length++] = family == 0 ? kind : (byte) (kind + IN_FAMILY);
        if (family != 0) {
            varint(family);
        }
        text(key);
        if (value != null) {
            text(value);
        }
        count++;
    }

    private void text(byte[] text) {
        varint(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    private void varint(int value) {
        int rest = value;
        while (rest > 0x7F) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    byte[] toBytes() {
        byte[] all = Arrays.copyOf(bytes, length);
        for (int i = 0; i < Integer.BYTES; i++) {
            all[COUNT_AT + i] = (byte) (count >>> (i * Byte.SIZE));
        }
        return all;
    }
}
