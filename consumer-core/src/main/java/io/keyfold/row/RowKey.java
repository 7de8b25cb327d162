package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;

/**
 * The decoded primary key of a row: its values in the contract's order, never null.
 *
 * <p>Two keys are equal if their values are, whatever bytes they were read from. A decimal is compared by value only
 * once it has its column's scale, which decoding and asking both give it.
 *
 * <p>Two MAPs are equal whatever the order of their entries, and so are keys with them. But Flink writes a map in its own order,
 * and the partition depends on the bytes: a key's home is told by its entries in the order of their keys. A record that was
 * written in another order is found all the same, and told as one whose key is spelled otherwise or lies elsewhere.
 *
 * <p>So too a FLOAT and a DOUBLE: their JSON is Java's own text, as Flink writes it, which differs for some values between JDK 18
 * and 19. An upstream job on another JDK than this one may spell such a key otherwise.
 *
 * @param values one value a key column, of the column's Java type as {@link ColumnValues} lists them: a {@link BigDecimal} for a
 *     DECIMAL, a {@link Binary} for BYTES
 */
public record RowKey(List<Object> values) {

    /** Refuses a key without values or with a null one. */
    public RowKey {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("values: none (expected: one a key column)");
        }
    }

    /** {@return how many values it has: keys may be personal data, which is not for logs} */
    @Override
    public String toString() {
        return "RowKey[" + values.size() + " values]";
    }

    /**
     * {@return the key of these values}
     *
     * @param values in the contract's key order
     */
    public static RowKey of(Object... values) {
        requireNonNull(values, "values");
        return new RowKey(List.of(values));
    }
}
