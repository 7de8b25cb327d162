package io.keyfold.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.ColumnValues;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.ValueFields;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rows as columns by name. */
class ColumnsReaderTest {

    private static ColumnValues read(TableContract contract, String json) {
        return ColumnsReader.of(contract)
                .read(new Row<>(
                        RowKey.of("A", 7L),
                        new RowJson(json.getBytes(UTF_8)),
                        new RecordPosition("t", 0, 0),
                        Optional.empty(),
                        Optional.empty()))
                .value();
    }

    @Test
    void read_row_hasAllColumnsInTheContractsOrder() {
        ColumnValues row = read(
                TypedTable.of("ROW<city STRING, geo ROW<x DOUBLE>>", "INT"),
                "{\"k0\":\"A\",\"k1\":7,\"x\":1,\"c0\":{\"geo\":{\"x\":1.5}}}");

        assertThat(row.names()).containsExactly("c0", "c1", "k1", "k0");
        assertThat(row.row("c0").flatMap(c0 -> c0.row("geo")).flatMap(geo -> geo.get("x", Double.class)))
                .contains(1.5);
        assertThat(row.integer("c1")).isEmpty();
        assertThat(row.integer("k1")).contains(7L);
    }

    @Test
    void read_valueWithoutItsKey_hasTheKeysColumns() {
        ColumnValues row = read(TypedTable.of(ValueFields.EXCEPT_KEY, List.of("INT")), "{\"c0\":3}");

        assertThat(row.asMap()).containsEntry("c0", 3).containsEntry("k1", 7L).containsEntry("k0", "A");
    }
}
