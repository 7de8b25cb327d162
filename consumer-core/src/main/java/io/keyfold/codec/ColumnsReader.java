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

    private ColumnsReader(TableContract contract) {
        this.values = ValueCodec.of(contract);
        this.names = contract.columns().stream().map(Column::name).toList();
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
        @Nullable Object[] read = values.read(row.key(), row.value());
        Map<String, @Nullable Object> columns = new LinkedHashMap<>();
        for (int i = 0; i < read.length; i++) {
            columns.put(names.get(i), read[i]);
        }
        return row.withValue(ColumnValues.of(columns));
    }
}
