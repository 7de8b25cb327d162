package io.keyfold.codec;

import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import java.util.Arrays;
import java.util.List;

/**
 * Reads rows into a user's record. Every component, also of a record within, was checked against its column when the reader
 * was made.
 *
 * @param <T> the record
 */
public final class RecordReader<T extends Record> {

    private final ValueCodec values;
    private final Class<T> type;
    private final RecordBinding binding;

    private RecordReader(ValueCodec values, Class<T> type, RecordBinding binding) {
        this.values = values;
        this.type = type;
        this.binding = binding;
    }

    /**
     * {@return a reader of a table's rows}
     *
     * @param contract what its topic holds
     * @param type a public record; a component is bound to the column of its name, camel case or snake case
     * @param <T> the record
     * @throws IllegalArgumentException if a component has no column or another type, naming it
     */
    public static <T extends Record> RecordReader<T> of(TableContract contract, Class<T> type) {
        List<String> names = contract.columns().stream().map(Column::name).toList();
        RecordBinding binding =
                RecordBinding.of(contract.name(), names, contract.columns(), type, type.getSimpleName());
        return new RecordReader<>(ValueCodec.of(contract), type, binding);
    }

    /**
     * {@return the row with its value read}
     *
     * @param row a row of the table
     */
    public Row<T> read(Row<RowJson> row) {
        try {
            return row.withValue(type.cast(binding.bind(Arrays.asList(values.read(row.key(), row.value())))));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "Cannot read " + row.position() + " into " + type.getSimpleName()
                            + ": its constructor refuses the row",
                    e);
        }
    }
}
