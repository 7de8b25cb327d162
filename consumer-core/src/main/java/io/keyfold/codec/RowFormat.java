package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows and keys as canonical JSON: equal ones have one text, however they were spelled. Safe for many threads.
 *
 * <p>It has the declared columns alone, by their names, in the contract's order (of a key: in the key's), null where a row has
 * none. A decimal is in plain notation with all digits of its scale, {@code 1000.00}; a time in the contract's format, its fraction
 * without trailing zeros; a floating number as Flink writes it, {@code 1.0E10}; a MAP in the order of its keys.
 */
public final class RowFormat {

    private final ValueCodec values;
    private final List<String> names;
    private final List<ColumnCodec> columns;
    private final KeyCodec keys;

    private RowFormat(TableContract contract) {
        ColumnReading reading = ColumnReading.ofValue(contract).withPlainDecimals();
        this.values = ValueCodec.of(contract);
        this.names = contract.columns().stream().map(Column::name).toList();
        this.columns = contract.columns().stream()
                .map(column -> ColumnCodec.of(column, reading))
                .toList();
        this.keys = KeyCodec.canonical(contract);
    }

    /**
     * {@return the format of a table's rows}
     *
     * @param contract what its topic holds
     */
    public static RowFormat of(TableContract contract) {
        return new RowFormat(requireNonNull(contract, "contract"));
    }

    /**
     * {@return a row as canonical JSON}
     *
     * @param row a row of the table
     */
    public String json(Row<RowJson> row) {
        @Nullable Object[] read = values.read(row.key(), row.value());
        List<@Nullable Object> ordered = new ArrayList<>(read.length);
        for (int i = 0; i < read.length; i++) {
            Object value = read[i];
            ordered.add(value == null ? null : ordered(columns.get(i), value));
        }
        return new String(FlinkJson.object(names, columns, ordered), UTF_8);
    }

    /** Of the stored form, in which a MAP has one order. */
    private static Object ordered(ColumnCodec column, Object value) {
        if (column.column().type().isScalar()) {
            return value;
        }
        StorageKeyWriter form = new StorageKeyWriter();
        column.store(value, form);
        return column.load(new StorageKeyReader(form.toBytes()));
    }

    /**
     * {@return a key as canonical JSON}
     *
     * @param key values of all key columns
     * @throws IllegalArgumentException if a value does not fit its column, naming the column
     */
    public String keyJson(RowKey key) {
        return new String(keys.routingKey(keys.key(keys.storageKey(key))), UTF_8);
    }

    /**
     * {@return a value of a column as canonical JSON}
     *
     * @param column its name
     * @param value of the column's Java type
     * @throws IllegalArgumentException if there is no such column, or the value does not fit it
     */
    public String json(String column, Object value) {
        ColumnCodec codec = codec(column);
        Object checked = ordered(codec, codec.check(requireNonNull(value, "value")));
        return new String(FlinkJson.value(codec, checked), UTF_8);
    }

    /**
     * {@return a value of a column, read from a person's spelling of it, as in a URL}
     *
     * @param column its name
     * @param text what was written
     * @throws IllegalArgumentException if there is no such column, or the text does not fit it, naming it
     */
    public Object value(String column, String text) {
        return codec(column).checkText(requireNonNull(text, "text"));
    }

    private ColumnCodec codec(String column) {
        int index = names.indexOf(requireNonNull(column, "column"));
        if (index < 0) {
            throw new IllegalArgumentException("column: " + column + " (expected: one of " + names + ")");
        }
        return columns.get(index);
    }
}
