package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.keyfold.codec.RowShape.Difference;
import io.keyfold.row.RowKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells that a value is good whose bytes are exactly those that Flink writes for plain values, all columns in the contract's
 * order, without a parser. It says yes, or that it cannot tell. Safe for many threads.
 */
final class PlainValues {

    private static final byte[] NULL = "null".getBytes(US_ASCII);

    private final ColumnCodec[] columns;
    /** For each column the index of its key column, -1 if it is none. */
    private final int[] keyIndexes;

    private final List<String> names;
    /** What stands before each column's value. */
    private final byte[][] before;

    PlainValues(List<ColumnCodec> columns, int[] keyIndexes) {
        this.columns = columns.toArray(new ColumnCodec[0]);
        this.keyIndexes = keyIndexes;
        this.names = columns.stream().map(codec -> codec.column().name()).toList();
        this.before = new byte[names.size()][];
        for (int i = 0; i < before.length; i++) {
            before[i] = FlinkJson.before(names.get(i), i == 0);
        }
    }

    /** How its fields differ from the columns if it surely is good; null if that cannot be told. */
    @Nullable
    RowShape shape(RowKey key, JsonBytes json) {
        if (columns.length == 0) {
            return null;
        }
        PlainJson in = new PlainJson(json.bytes(), json.from(), json.length());
        @Nullable Difference[] differences = null;
        for (int i = 0; i < columns.length; i++) {
            if (!in.skip(before[i])) {
                return null;
            }
            ColumnCodec column = columns[i];
            int keyIndex = keyIndexes[i];
            if (keyIndex >= 0) {
                if (!column.passPlain(in, key.values().get(keyIndex))) {
                    return null;
                }
            } else if (column.column().nullable() && in.skip(NULL)) {
                differences = differences == null ? new @Nullable Difference[columns.length] : differences;
                differences[i] = Difference.NULL;
            } else if (!column.passPlain(in)) {
                return null;
            }
        }
        if (!in.passEnd()) {
            return null;
        }
        return differences == null ? RowShape.WHOLE : RowShape.of(names, differences, null);
    }
}
