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
 * @param values one value a key column: String, Boolean, Byte, Short, Integer, Long, Float, Double, {@link BigDecimal},
 *     LocalDate, LocalTime, LocalDateTime or Instant, by the column's type
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
