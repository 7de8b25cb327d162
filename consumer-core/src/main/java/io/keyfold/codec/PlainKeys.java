package io.keyfold.codec;

import io.keyfold.row.RowKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys whose bytes are exactly those that Flink writes for them, as nearly all are, without a parser and without
 * writing the JSON anew to see that it is the same. Safe for many threads.
 */
final class PlainKeys {

    private static final byte[] END = {'}'};

    private final List<ColumnCodec> columns;
    /** What stands before each column's value. */
    private final List<byte[]> names;

    private final int most;

    /**
     * Of a key's columns.
     *
     * @param most bytes that a key may have
     */
    PlainKeys(List<String> fields, List<ColumnCodec> columns, int most) {
        this.most = most;
        this.columns = columns;
        this.names = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            names.add(name(fields.get(i), columns.get(i), i == 0));
        }
    }

    /** As Flink's JSON has it: of {@code {"name":null}} all before the null. */
    private static byte[] name(String field, ColumnCodec column, boolean isFirst) {
        byte[] object = FlinkJson.object(List.of(field), List.of(column), Collections.singletonList(null));
        byte[] name = Arrays.copyOf(object, object.length - "null}".length());
        name[0] = (byte) (isFirst ? '{' : ',');
        return name;
    }

    /** The key; null if its bytes are not surely what Flink writes. */
    @Nullable
    RowKey read(byte[] bytes) {
        if (bytes.length > most) {
            return null;
        }
        PlainJson in = new PlainJson(bytes);
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = in.skip(names.get(i)) ? columns.get(i).readPlain(in) : null;
            if (value == null) {
                return null;
            }
            values[i] = value;
        }
        return in.skip(END) && in.isAtEnd() ? RowKey.of(values) : null;
    }
}
