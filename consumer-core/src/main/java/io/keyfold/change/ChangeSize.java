package io.keyfold.change;

import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** About how many bytes of memory a change takes; more than it has as bytes of a message. */
final class ChangeSize {

    private static final long CHANGE = 200;
    private static final long ROW = 150;
    private static final long OBJECT = 48;

    private ChangeSize() {}

    static long of(RowChange<RowJson> change) {
        return CHANGE + value(change.key().values()) + row(change.before()) + row(change.after());
    }

    private static long row(Optional<Row<RowJson>> row) {
        return row.map(there -> ROW + there.value().bytes().length).orElse(0L);
    }

    private static long value(@Nullable Object value) {
        if (value instanceof String text) {
            return OBJECT + 3L * text.length();
        }
        if (value instanceof Binary binary) {
            return OBJECT + binary.length();
        }
        if (value instanceof List<?> list) {
            return OBJECT + list.stream().mapToLong(ChangeSize::value).sum();
        }
        if (value instanceof ColumnValues columns) {
            return value(columns.asMap());
        }
        if (value instanceof Map<?, ?> map) {
            return OBJECT
                    + map.entrySet().stream()
                            .mapToLong(entry -> value(entry.getKey()) + value(entry.getValue()))
                            .sum();
        }
        return OBJECT;
    }
}
