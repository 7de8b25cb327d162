package io.keyfold.codec;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a total keeps of one group.
 *
 * @param rows how many rows the group has
 * @param values in how many of them the measured column is not null; 0 where no column is measured
 * @param sum of those values, unscaled and of any length; 0 where it is not measured
 * @param extreme the best of those values in its order-preserving form, null where there is none or it is not measured;
 *     not to be modified
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode compare the contents
public record GroupTotal(long rows, long values, BigInteger sum, byte @Nullable [] extreme) {

    /** Of a group without rows. */
    public static final GroupTotal NOTHING = new GroupTotal(0, 0, BigInteger.ZERO, null);

    /** Refuses a missing sum. */
    public GroupTotal {
        requireNonNull(sum, "sum");
    }

    /**
     * {@return the same with another extreme}
     *
     * @param other the best value's order-preserving form, null for none
     */
    public GroupTotal withExtreme(byte @Nullable [] other) {
        return new GroupTotal(rows, values, sum, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GroupTotal that
                && rows == that.rows
                && values == that.values
                && sum.equals(that.sum)
                && Arrays.equals(extreme, that.extreme);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(rows) + Long.hashCode(values)) + 7 * sum.hashCode() + Arrays.hashCode(extreme);
    }

    /** {@return how many rows and values it tells of: what they are is not for logs} */
    @Override
    public String toString() {
        return "GroupTotal[" + rows + " rows, " + values + " values]";
    }
}
