package io.keyfold.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a total keeps of a group as bytes. All numbers are big-endian.
 *
 * <pre>
 * 0     1         9         17         21
 * +-----+---------+---------+----------+------------------+------------------+
 * | 01  | rows    | values  | length   | sum, two's       | extreme, to the  |
 * |     | i64     | i64     | i32      | complement       | end; none if 0   |
 * +-----+---------+---------+----------+-- length bytes --+------------------+
 * 01     format version
 * length 0 for a sum of 0
 * </pre>
 *
 * <p>No value's order-preserving form is empty, so that no extreme and an empty one are not confused.
 */
final class GroupTotalBytes {

    private static final byte VERSION = 1;
    private static final int HEADER_BYTES = 21;
    private static final byte[] NONE = {};

    private GroupTotalBytes() {}

    static byte[] encode(GroupTotal total) {
        byte[] sum = total.sum().signum() == 0 ? NONE : total.sum().toByteArray();
        byte @Nullable [] given = total.extreme();
        byte[] extreme = given == null ? NONE : given;
        return ByteBuffer.allocate(HEADER_BYTES + sum.length + extreme.length)
                .put(VERSION)
                .putLong(total.rows())
                .putLong(total.values())
                .putInt(sum.length)
                .put(sum)
                .put(extreme)
                .array();
    }

    /** Throws IllegalStateException if they are of another format. */
    static GroupTotal decode(String owner, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte version = in.get();
        if (version != VERSION) {
            throw new IllegalStateException(
                    "Cannot read a group of " + owner + ": format " + version + " (expected: " + VERSION + ")");
        }
        if (bytes.length < HEADER_BYTES) {
            throw new IllegalStateException("Cannot read a group of " + owner + ": " + bytes.length
                    + " bytes (expected: " + HEADER_BYTES + " or more)");
        }
        long rows = in.getLong();
        long values = in.getLong();
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalStateException("Cannot read a group of " + owner + ": a sum of " + length
                    + " bytes (expected: 0 .. " + in.remaining() + ")");
        }
        byte[] sum = new byte[length];
        in.get(sum);
        byte @Nullable [] extreme = in.hasRemaining() ? new byte[in.remaining()] : null;
        if (extreme != null) {
            in.get(extreme);
        }
        return new GroupTotal(rows, values, sum.length == 0 ? BigInteger.ZERO : new BigInteger(sum), extreme);
    }
}
