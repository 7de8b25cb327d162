package io.keyfold.codec;

import io.keyfold.row.ColumnValues;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads rows into their columns by name: all of the contract, in its order, those of the key too. Safe for many threads. */
public final class ColumnsReader {

    private final ValueCodec values;
    private final List<String> names;
    /** Of the columns that the value carries. */
    private final List<String> fields;

    private ColumnsReader(TableContract contract) {
        this.values = ValueCodec.of(contract);
        this.names = contract.columns().stream().map(Column::name).toList();
        this.fields = contract.value().stream().map(Column::name).toList();
    }

    /**
     * {@return a reader of a table's rows}
     *
     * @param contract what its topic holds
     */
    public static ColumnsReader of(TableContract contract) {
        return new ColumnsReader(contract);
    }

    /**
     * {@return the row with its value read}
     *
     * @param row a row of the table
     */
    public Row<ColumnValues> read(Row<RowJson> row) {
        return row.withValue(named(names, values.read(row.key(), row.value())));
    }

    /**
     * {@return the columns that a value itself carries: those of the key too, unless the contract excepts them}
     *
     * @param json a value of the table
     * @throws IllegalStateException if it is none
     */
    public ColumnValues read(RowJson json) {
        return named(fields, values.read(json));
    }

    private static ColumnValues named(List<String> names, @Nullable Object[] read) {
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        for (int i = 0; i < read.length; i++) {
            columns.put(names.get(i), read[i]);
        }
        return ColumnValues.of(columns);
    }
}
