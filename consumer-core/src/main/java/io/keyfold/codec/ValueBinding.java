package io.keyfold.codec;

import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.SqlType;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a column's value is given as what a user's record asks for; at any depth. */
@FunctionalInterface
interface ValueBinding {

    /** Gives a value that is not null. */
    Object bind(Object value) throws ReflectiveOperationException;

    /** Gives null as null. */
    default @Nullable Object orNull(@Nullable Object value) throws ReflectiveOperationException {
        return value == null ? null : bind(value);
    }

    /**
     * Checks that a column can be given so.
     *
     * @param column named by its path
     * @param at where in the user's record, for faults
     */
    static ValueBinding of(Column column, Type asked, String at) {
        if (asked instanceof WildcardType wildcard) {
            return of(column, wildcard.getUpperBounds()[0], at);
        }
        if (asked instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
            return ofGeneric(column, raw, generic.getActualTypeArguments(), at);
        }
        if (asked instanceof Class<?> type) {
            return ofClass(column, type, at);
        }
        throw unfit(column, asked.getTypeName(), at);
    }

    private static ValueBinding ofClass(Column column, Class<?> asked, String at) {
        SqlType.Name type = column.type().name();
        Class<?> wanted = javaType(column);
        if (asked.isPrimitive() && column.nullable()) {
            throw new IllegalArgumentException("type: " + at + " is a " + asked + " (expected: "
                    + wanted.getSimpleName() + ", for " + column.name() + " is nullable)");
        }
        if (type == SqlType.Name.ROW && asked.isRecord()) {
            List<String> fields =
                    column.type().parts().stream().map(SqlType.Part::name).toList();
            RecordBinding record = RecordBinding.of(column.name(), fields, PartCodec.columns(column), asked, at);
            return value -> record.bind((ColumnValues) value);
        }
        if (wanted == Binary.class && asked == byte[].class) {
            return value -> ((Binary) value).bytes();
        }
        if (!wrapped(asked).isAssignableFrom(wanted)) {
            throw unfit(column, asked.getSimpleName(), at);
        }
        return value -> value;
    }

    private static ValueBinding ofGeneric(Column column, Class<?> raw, Type[] arguments, String at) {
        SqlType.Name type = column.type().name();
        if (type == SqlType.Name.ARRAY && raw.isAssignableFrom(List.class)) {
            ValueBinding element = of(PartCodec.columns(column).get(0), arguments[0], at + ".element");
            return value -> list((List<?>) value, element);
        }
        if (type == SqlType.Name.MAP && raw == Map.class) {
            of(PartCodec.columns(column).get(0), arguments[0], at + ".key");
            ValueBinding one = of(PartCodec.columns(column).get(1), arguments[1], at + ".value");
            return value -> map((Map<?, ?>) value, one);
        }
        // Of a scalar such as Comparable<String>: what it is compared with cannot be told.
        throw unfit(column, raw.getSimpleName() + "<…>", at);
    }

    private static Object list(List<?> value, ValueBinding element) throws ReflectiveOperationException {
        List<@Nullable Object> bound = new ArrayList<>(value.size());
        for (Object one : value) {
            bound.add(element.orNull(one));
        }
        return Collections.unmodifiableList(bound);
    }

    private static Object map(Map<?, ?> value, ValueBinding binding) throws ReflectiveOperationException {
        Map<Object, @Nullable Object> bound = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : value.entrySet()) {
            bound.put(entry.getKey(), binding.orNull(entry.getValue()));
        }
        return Collections.unmodifiableMap(bound);
    }

    private static Class<?> javaType(Column column) {
        return ColumnCodec.of(column, ColumnReading.ANY).javaType();
    }

    private static Class<?> wrapped(Class<?> type) {
        return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
    }

    private static IllegalArgumentException unfit(Column column, String asked, String at) {
        return new IllegalArgumentException(
                "type: " + at + " is a " + asked + " (expected: " + expected(column) + " for " + column + ")");
    }

    private static String expected(Column column) {
        return switch (column.type().name()) {
            case BYTES, BINARY, VARBINARY -> "byte[] or Binary";
            case ARRAY -> "List of its elements";
            case MAP -> "Map of String and its values";
            case ROW -> "record or ColumnValues";
            default -> javaType(column).getSimpleName();
        };
    }
}
