package io.keyfold;

import io.keyfold.row.ColumnValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The order of values that stored keys must have: nulls first, texts by code points, an ARRAY element by element, a MAP entry by
 * entry in the order of its keys, a ROW field by field, a beginning first, all else as it compares itself.
 */
final class TypedOrder implements Comparator<@Nullable Object> {

    @Override
    public int compare(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return Boolean.compare(one != null, other != null);
        }
        if (one instanceof String text) {
            return Arrays.compare(
                    text.codePoints().toArray(), ((String) other).codePoints().toArray());
        }
        return one instanceof Comparable ? compareScalars(one, other) : compareLists(flat(one), flat(other));
    }

    @SuppressWarnings("unchecked") // of one column, hence of one class
    private static int compareScalars(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }

    int compareLists(List<? extends @Nullable Object> one, List<? extends @Nullable Object> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = compare(one.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    private List<? extends @Nullable Object> flat(Object nested) {
        if (nested instanceof ColumnValues row) {
            return new ArrayList<>(row.asMap().values());
        }
        if (nested instanceof Map<?, ?> map) {
            List<@Nullable Object> entries = new ArrayList<>();
            Map<Object, @Nullable Object> sorted = new TreeMap<>(this);
            sorted.putAll(map);
            sorted.forEach((key, value) -> entries.addAll(Arrays.asList(key, value)));
            return entries;
        }
        return (List<?>) nested;
    }
}
