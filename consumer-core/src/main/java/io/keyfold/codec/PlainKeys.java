package io.keyfold.codec;

import io.keyfold.row.RowKey;
import java.util.List;
import java.util.function.Function;
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
    private final Function<byte[], RowKey> reader;

    /**
     * Of a key's columns.
     *
     * @param most bytes that a key may have
     * @param reader gives the key of a storage key
     */
    PlainKeys(List<String> fields, List<ColumnCodec> columns, int most, Function<byte[], RowKey> reader) {
        this.reader = reader;
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
        for (int i = 0; i < columns.length; i++) {
            if (!in.skip(names[i]) || !columns[i].storePlain(in, storageKey)) {
                return null;
            }
        }
        return in.passEnd() ? new DecodedKey.Good(storageKey.toBytes(), bytes, reader) : null;
    }
}
