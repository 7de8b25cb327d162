package io.keyfold.codec;

import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Random values of a type in their canonical form: nulls, extremes, and others that often meet or nearly do. */
final class AnyValue {

    private static final int[] LETTERS = {0, 1, ' ', 'a', 'b', 0x7F, 0x80, 0xFF, '中', 0xFFFD, 0x1F600, 0x10FFFF};
    private static final byte[] BYTES = {0, 0, 1, 2, 'a', 0x7F, (byte) 0x80, (byte) 0xFF};
    private static final List<Double> DOUBLES = List.of(
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -0.0,
            0.0,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN);
    private static final List<Float> FLOATS = List.of(
            Float.NEGATIVE_INFINITY,
            -Float.MAX_VALUE,
            -0f,
            0f,
            Float.MIN_VALUE,
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NaN);
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long SECONDS_A_DAY = 86_400;

    private final Random random;

    AnyValue(Random random) {
        this.random = random;
    }

    /**
     * Nulls first, texts by code points, numbers as their compareTo says; an ARRAY element by element, a MAP entry by entry in
     * the order of its keys, a ROW field by field; a beginning first.
     */
    static final Comparator<@Nullable Object> ORDER = Comparator.nullsFirst(AnyValue::compare);

    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        if (!(one instanceof Comparable)) {
            return compareLists(inOrder(one), inOrder(other));
        }
        return one instanceof String text
                ? Arrays.compare(
                        text.codePoints().toArray(),
                        ((String) other).codePoints().toArray())
                : ((Comparable<Object>) one).compareTo(other);
    }

    private static int compareLists(List<? extends @Nullable Object> one, List<? extends @Nullable Object> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = ORDER.compare(one.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    @SuppressWarnings("unchecked")
    private static List<? extends @Nullable Object> inOrder(Object nested) {
        if (nested instanceof ColumnValues row) {
            return new ArrayList<>(row.asMap().values());
        }
        if (nested instanceof Map) {
            List<@Nullable Object> flat = new ArrayList<>();
            Map<String, @Nullable Object> sorted = new TreeMap<>(ORDER);
            sorted.putAll((Map<String, @Nullable Object>) nested);
            sorted.forEach((key, value) -> flat.addAll(Arrays.asList(key, value)));
            return flat;
        }
        return (List<? extends @Nullable Object>) nested;
    }

    @Nullable
    Object orNull(SqlType type) {
        return random.nextInt(6) == 0 ? null : of(type);
    }

    Object of(SqlType type) {
        return switch (type.name()) {
            case STRING -> text(5);
            case CHAR -> padded(text(type.precision()), type.precision());
            case VARCHAR -> text(type.precision());
            case BOOLEAN -> random.nextBoolean();
            case TINYINT -> (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> (short) integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT -> random.nextBoolean() ? FLOATS.get(random.nextInt(8)) : (float) (random.nextInt(5) - 2.5);
            case DOUBLE -> random.nextBoolean() ? DOUBLES.get(random.nextInt(8)) : random.nextInt(5) - 2.5;
            case DECIMAL -> decimal(type);
            case DATE -> LocalDate.ofEpochDay(integer(FIRST_DAY, LAST_DAY));
            case TIME ->
                LocalTime.ofNanoOfDay(random.nextInt(5) * 1_000_000L + random.nextInt(2) * 86_399_000_000_000L);
            case TIMESTAMP -> LocalDateTime.ofEpochSecond(seconds(), nanos(type), ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> Instant.ofEpochSecond(seconds(), nanos(type));
            case BYTES -> bytes(random.nextInt(5));
            case BINARY -> bytes(type.precision());
            case VARBINARY -> bytes(random.nextInt(type.precision() + 1));
            case ARRAY -> array(type.parts().get(0));
            case MAP -> map(type.parts().get(0).type(), type.parts().get(1));
            case ROW -> fields(type.parts());
        };
    }

    private Binary bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = BYTES[random.nextInt(BYTES.length)];
        }
        return Binary.of(bytes);
    }

    private @Nullable Object part(SqlType.Part part) {
        return part.nullable() ? orNull(part.type()) : of(part.type());
    }

    private List<@Nullable Object> array(SqlType.Part element) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            elements.add(part(element));
        }
        return Collections.unmodifiableList(elements);
    }

    private Map<String, @Nullable Object> map(SqlType key, SqlType.Part value) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            entries.put((String) of(key), part(value));
        }
        return Collections.unmodifiableMap(entries);
    }

    private ColumnValues fields(List<SqlType.Part> parts) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (SqlType.Part part : parts) {
            fields.put(part.name(), part(part));
        }
        return ColumnValues.of(fields);
    }

    String text(int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.appendCodePoint(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    private static String padded(String text, int length) {
        return text + " ".repeat(length - text.codePointCount(0, text.length()));
    }

    private long integer(long least, long most) {
        return switch (random.nextInt(4)) {
            case 0 -> least + random.nextInt(2);
            case 1 -> most - random.nextInt(2);
            case 2 -> random.nextInt(5) - 2;
            default -> Math.max(least, Math.min(most, random.nextInt(1_000) - 500));
        };
    }

    private BigDecimal decimal(SqlType type) {
        BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        BigInteger unscaled = switch (random.nextInt(4)) {
            case 0 -> most;
            case 1 -> most.negate();
            case 2 -> new BigInteger(most.bitLength() - 1, random).negate();
            default -> BigInteger.valueOf(random.nextInt(5) - 2);
        };
        return new BigDecimal(unscaled, type.scale());
    }

    /** Often one of two neighbouring days or minutes. */
    private long seconds() {
        return switch (random.nextInt(4)) {
            case 0 -> FIRST_DAY * SECONDS_A_DAY;
            case 1 -> LAST_DAY * SECONDS_A_DAY + SECONDS_A_DAY - 1;
            case 2 -> -random.nextInt(3);
            default -> 1_711_839_540L + random.nextInt(3) * 30L + random.nextInt(2) * SECONDS_A_DAY;
        };
    }

    private int nanos(SqlType type) {
        return random.nextInt(3) * (type.precision() == 9 ? 1 : 1_000_000);
    }

    /** Values of all columns of a contract of {@link TypedTable}, its key never null. */
    @Nullable
    Object[] row(TableContract contract) {
        return contract.columns().stream()
                .map(column -> column.nullable() ? orNull(column.type()) : of(column.type()))
                .toArray();
    }
}
