package io.keyfold.row;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Values by name, in order: a row of a table with its columns, or a ROW in one with its fields. Immutable, equal by names and
 * values; a null value is there, and read as empty.
 *
 * <p>A value has its column's Java type:
 *
 * <pre>
 * STRING, CHAR, VARCHAR            String
 * BOOLEAN                          Boolean
 * TINYINT, SMALLINT, INT, BIGINT   Byte, Short, Integer, Long
 * FLOAT, DOUBLE                    Float, Double
 * DECIMAL                          BigDecimal, of the column's scale
 * DATE, TIME                       LocalDate, LocalTime
 * TIMESTAMP, TIMESTAMP_LTZ         LocalDateTime, Instant
 * BYTES, BINARY, VARBINARY         {@link Binary}
 * ARRAY                            List, unmodifiable, perhaps with nulls
 * MAP                              Map by String, unmodifiable, in the order in which it was written, perhaps with nulls
 * ROW                              ColumnValues
 * </pre>
 */
public final class ColumnValues {

    private final Map<String, @Nullable Object> values;

    private ColumnValues(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    /**
     * {@return these values}
     *
     * @param values by name, in the order of the map; of the types above, which are not copied
     */
    public static ColumnValues of(Map<String, ? extends @Nullable Object> values) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>(requireNonNull(values, "values"));
        for (String name : copy.keySet()) {
            requireNonNull(name, "name");
        }
        return new ColumnValues(Collections.unmodifiableMap(copy));
    }

    /** {@return the names, in order} */
    public List<String> names() {
        return List.copyOf(values.keySet());
    }

    /** {@return all values by name, in order, with nulls; unmodifiable} */
    public Map<String, @Nullable Object> asMap() {
        return values;
    }

    /**
     * {@return the value of that name; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name
     */
    public Optional<Object> get(String name) {
        if (!values.containsKey(requireNonNull(name, "name"))) {
            throw new IllegalArgumentException("name: " + name + " (expected: one of " + names() + ")");
        }
        return Optional.ofNullable(values.get(name));
    }

    /**
     * {@return the value of that name; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @param type what it is an instance of, by the table above
     * @param <T> the type
     * @throws IllegalArgumentException if there is no such name, or its value is of another type
     */
    public <T> Optional<T> get(String name, Class<T> type) {
        requireNonNull(type, "type");
        return get(name).map(value -> {
            if (!type.isInstance(value)) {
                throw otherType(name, type.getSimpleName(), value);
            }
            return type.cast(value);
        });
    }

    private static IllegalArgumentException otherType(String name, String asked, Object value) {
        return new IllegalArgumentException("type of " + name + ": " + asked + " (expected: "
                + (value instanceof List
                        ? "List"
                        : value instanceof Map ? "Map" : value.getClass().getSimpleName())
                + ")");
    }

    /**
     * {@return the text of that name; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name, or it is no text
     */
    public Optional<String> text(String name) {
        return get(name, String.class);
    }

    /**
     * {@return the integer of that name, of any width; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name, or it is no integer
     */
    public Optional<Long> integer(String name) {
        return get(name).map(value -> {
            if (!isInteger(value)) {
                throw otherType(name, "an integer", value);
            }
            return ((Number) value).longValue();
        });
    }

    private static boolean isInteger(Object value) {
        return value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long;
    }

    /**
     * {@return the exact number of that name, a DECIMAL or an integer; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name, or it is no exact number
     */
    public Optional<BigDecimal> decimal(String name) {
        return get(name).map(value -> {
            if (!isInteger(value) && !(value instanceof BigDecimal)) {
                throw otherType(name, "an exact number", value);
            }
            return value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(((Number) value).longValue());
        });
    }

    /**
     * {@return the boolean of that name; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name, or it is no boolean
     */
    public Optional<Boolean> bool(String name) {
        return get(name, Boolean.class);
    }

    /**
     * {@return the ROW of that name; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name, or it is no ROW
     */
    public Optional<ColumnValues> row(String name) {
        return get(name, ColumnValues.class);
    }

    /**
     * {@return the elements of the ARRAY of that name; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name, or it is no ARRAY
     */
    @SuppressWarnings("unchecked") // any list is one of nullable objects
    public Optional<List<@Nullable Object>> list(String name) {
        return get(name, List.class).map(list -> (List<@Nullable Object>) list);
    }

    /**
     * {@return the entries of the MAP of that name; empty if it is null}
     *
     * @param name one of {@link #names()}
     * @throws IllegalArgumentException if there is no such name, or it is no MAP
     */
    @SuppressWarnings("unchecked") // JSON has no other keys
    public Optional<Map<String, @Nullable Object>> map(String name) {
        return get(name, Map.class).map(map -> (Map<String, @Nullable Object>) map);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnValues that && values.equals(that.values) && names().equals(that.names());
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** {@return its names only: a row's contents are not for logs} */
    @Override
    public String toString() {
        return "ColumnValues" + names();
    }
}
