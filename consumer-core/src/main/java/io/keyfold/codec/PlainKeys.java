package io.keyfold.codec;

import io.keyfold.row.RowKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys whose bytes are exactly those that Flink writes for them, as nearly all are, without a parser and without
 * writing the JSON anew to see that it is the same. Safe for many threads.
 */
final class PlainKeys {

    private final ColumnCodec[] columns;
    /** What stands before each column's value. */
    private final byte[][] names;

    private final int most;

    /**
     * Of a key's columns.
     *
     * @param most bytes that a key may have
     */
    PlainKeys(List<String> fields, List<ColumnCodec> columns, int most) {
        this.columns = columns.toArray(new ColumnCodec[0]);
        this.most = most;
        this.names = new byte[fields.size()][];
        for (int i = 0; i < names.length; i++) {
            names[i] = FlinkJson.before(fields.get(i), i == 0);
        }
    }

    /** The key; null if its bytes are not surely what Flink writes. */
    DecodedKey.@Nullable Good read(byte[] bytes) {
        if (bytes.length > most) {
            return null;
        }
        PlainJson in = new PlainJson(bytes);
        StorageKeyWriter storageKey = new StorageKeyWriter(bytes.length);
        Object[] values = new Object[columns.length];
        for (int i = 0; i < values.length; i++) {
            Object value = in.skip(names[i]) ? columns[i].readPlain(in, storageKey) : null;
            if (value == null) {
                return null;
            }
            values[i] = value;
        }
        return in.passEnd() ? new DecodedKey.Good(RowKey.of(values), storageKey.toBytes(), bytes) : null;
    }
}
