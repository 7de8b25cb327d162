package io.keyfold.query;

import static java.util.Objects.requireNonNull;

import io.keyfold.row.RowKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of one group come to.
 *
 * @param group what they have in common, in the declaration's order: of a column its value, of a minute its first moment, of a
 *     day a LocalDate; null is a value
 * @param rows how many they are
 * @param value a Long of count, an exact BigDecimal of sum, a value of the column of min and max; empty where the column is
 *     null in all of them, and of top
 * @param top of top the rows with the greatest values, the greatest first; else none
 */
public record TotalGroup(List<@Nullable Object> group, long rows, Optional<Object> value, List<TopRow> top) {

    /**
     * One of the greatest rows of a group.
     *
     * @param value its value
     * @param key its key
     */
    public record TopRow(Object value, RowKey key) {

        /** Refuses a row with something missing. */
        public TopRow {
            requireNonNull(value, "value");
            requireNonNull(key, "key");
        }
    }

    /** Copies the lists. */
    public TotalGroup {
        group = Collections.unmodifiableList(new ArrayList<>(group));
        requireNonNull(value, "value");
        top = List.copyOf(top);
    }

    /** {@return how many rows it has: values are not for logs} */
    @Override
    public String toString() {
        return "TotalGroup[" + rows + " rows]";
    }
}
