package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.keyfold.codec.RowShape.Difference;
import io.keyfold.row.RowKey;
import java.util.Arrays;
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

    /** How many columns begin the value as they make up the key; 0 if they do not, or in another order. */
    private final int leadingKey;

    private final boolean hasKey;
    private final int most;

    /**
     * Of a value's columns.
     *
     * @param keyIndexes for each the index of its key column, -1 if it is none
     * @param keyColumns how many columns the key has
     * @param most bytes that a value may have
     */
    PlainValues(List<ColumnCodec> columns, int[] keyIndexes, int keyColumns, int most) {
        this.most = most;
        int leading = 0;
        while (leading < keyIndexes.length && keyIndexes[leading] == leading) {
            leading++;
        }
        this.leadingKey = leading == keyColumns ? leading : 0;
        this.hasKey = Arrays.stream(keyIndexes).anyMatch(index -> index >= 0);
        this.columns = columns.toArray(new ColumnCodec[0]);
        this.keyIndexes = keyIndexes;
        this.names = columns.stream().map(codec -> codec.column().name()).toList();
        this.before = new byte[names.size()][];
        for (int i = 0; i < before.length; i++) {
            before[i] = FlinkJson.before(names.get(i), i == 0);
        }
    }

    /**
     * How its fields differ from the columns if it surely is good; null if that cannot be told. A value that begins as its key's
     * JSON does, which is the usual, has the key's columns right.
     */
    @Nullable
    RowShape shape(DecodedKey.Good key, JsonBytes json) {
        if (leadingKey == 0) {
            return shape(hasKey ? key.key() : null, json);
        }
        if (json.length() > most) {
            return null;
        }
        PlainJson in = new PlainJson(json.bytes(), json.from(), json.length());
        byte[] routingKey = key.routingKey();
        return in.skip(routingKey, routingKey.length - 1) ? rest(in, leadingKey, null) : null;
    }

    /** As above; the key is not asked where the value has none of its columns. */
    @Nullable
    RowShape shape(@Nullable RowKey key, JsonBytes json) {
        return columns.length == 0 || json.length() > most
                ? null
                : rest(new PlainJson(json.bytes(), json.from(), json.length()), 0, key);
    }

    private @Nullable RowShape rest(PlainJson in, int from, @Nullable RowKey key) {
        @Nullable Difference[] differences = null;
        for (int i = from; i < columns.length; i++) {
            if (!in.skip(before[i])) {
                return null;
            }
            ColumnCodec column = columns[i];
            int keyIndex = keyIndexes[i];
            if (keyIndex >= 0) {
                if (!column.passPlain(in, requireNonNull(key).values().get(keyIndex))) {
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
