package io.keyfold.codec;

import io.keyfold.row.ColumnValues;
import io.keyfold.schemas.Column;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a record is made of columns, or of the fields of a ROW: for each component a column, and how its value is given. */
final class RecordBinding {

    private final Constructor<?> constructor;
    /** For each component the index of its column. */
    private final int[] columns;

    private final List<ValueBinding> values;

    private RecordBinding(Constructor<?> constructor, int[] columns, List<ValueBinding> values) {
        this.constructor = constructor;
        this.columns = columns;
        this.values = values;
    }

    /**
     * Checks each component.
     *
     * @param owner whose columns they are
     * @param names as components are bound to them
     * @param columns of these names, themselves named by their paths
     * @param path where the record stands, for faults
     */
    static RecordBinding of(String owner, List<String> names, List<Column> columns, Class<?> type, String path) {
        RecordComponent[] components = type.getRecordComponents();
        int[] indexes = new int[components.length];
        List<ValueBinding> values = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            String at = path + "." + components[i].getName();
            indexes[i] = column(owner, names, components[i].getName(), at);
            values.add(ValueBinding.of(columns.get(indexes[i]), components[i].getGenericType(), at));
        }
        return new RecordBinding(constructor(type, components), indexes, values);
    }

    private static Constructor<?> constructor(Class<?> type, RecordComponent[] components) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "type: " + type.getName() + " (expected: a record whose constructor can be called)", e);
        }
    }

    private static int column(String owner, List<String> names, String component, String at) {
        int index = names.indexOf(component);
        if (index < 0) {
            index = names.indexOf(component.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
        }
        if (index < 0) {
            throw new IllegalArgumentException(
                    "type: " + at + " has no column in " + owner + " (expected: one of " + names + ")");
        }
        return index;
    }

    /** Makes a record of the columns' values. */
    Object bind(List<? extends @Nullable Object> row) throws ReflectiveOperationException {
        @Nullable Object[] arguments = new @Nullable Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            arguments[i] = values.get(i).orNull(row.get(columns[i]));
        }
        return constructor.newInstance(arguments);
    }

    /** Makes a record of the fields of a ROW. */
    Object bind(ColumnValues row) throws ReflectiveOperationException {
        return bind(new ArrayList<>(row.asMap().values()));
    }
}
