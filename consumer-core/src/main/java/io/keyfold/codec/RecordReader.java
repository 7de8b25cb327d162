package io.keyfold.codec;

import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows into a user's record. Every component was checked against its column when the reader was made.
 *
 * @param <T> the record
 */
public final class RecordReader<T extends Record> {

    private final ValueCodec values;
    private final Constructor<T> constructor;
    /** For each component the index of its column in the contract. */
    private final int[] columns;

    private RecordReader(ValueCodec values, Constructor<T> constructor, int[] columns) {
        this.values = values;
        this.constructor = constructor;
        this.columns = columns;
    }

    /**
     * {@return a reader of a table's rows}
     *
     * @param contract what its topic holds
     * @param type a public record; a component is bound to the column of its name, camel case or snake case
     * @param <T> the record
     * @throws IllegalArgumentException if a component has no column or another type, naming it
     */
    public static <T extends Record> RecordReader<T> of(TableContract contract, Class<T> type) {
        RecordComponent[] components = type.getRecordComponents();
        int[] columns = new int[components.length];
        for (int i = 0; i < components.length; i++) {
            columns[i] = column(contract, type, components[i]);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return new RecordReader<>(ValueCodec.of(contract), constructor, columns);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "type: " + type.getName() + " (expected: a record whose constructor can be called)", e);
        }
    }

    private static int column(TableContract contract, Class<?> type, RecordComponent component) {
        String name = component.getName();
        List<String> names = contract.columns().stream().map(Column::name).toList();
        int index = names.indexOf(name);
        if (index < 0) {
            index = names.indexOf(name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
        }
        if (index < 0) {
            throw new IllegalArgumentException("type: " + type.getSimpleName() + "." + name + " has no column in "
                    + contract.name() + " (expected: one of " + names + ")");
        }
        Column column = contract.columns().get(index);
        Class<?> wanted = ColumnCodec.of(column, contract.valueJson()).javaType();
        Class<?> given = component.getType();
        if (given.isPrimitive() && column.nullable()) {
            throw new IllegalArgumentException("type: " + type.getSimpleName() + "." + name + " is a " + given
                    + " (expected: " + wanted.getSimpleName() + ", for " + column.name() + " is nullable)");
        }
        if (!wrapped(given).isAssignableFrom(wanted)) {
            throw new IllegalArgumentException("type: " + type.getSimpleName() + "." + name + " is a "
                    + given.getSimpleName() + " (expected: " + wanted.getSimpleName() + " for " + column + ")");
        }
        return index;
    }

    private static Class<?> wrapped(Class<?> type) {
        return type.isPrimitive() ? MethodType.methodType(type).wrap().returnType() : type;
    }

    /**
     * {@return the row with its value read}
     *
     * @param row a row of the table
     */
    public Row<T> read(Row<RowJson> row) {
        @Nullable Object[] all = values.read(row.key(), row.value());
        @Nullable Object[] arguments = new @Nullable Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            arguments[i] = all[columns[i]];
        }
        try {
            return row.withValue(constructor.newInstance(arguments));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "Cannot read " + row.position() + " into "
                            + constructor.getDeclaringClass().getSimpleName() + ": its constructor refuses the row",
                    e);
        }
    }
}
