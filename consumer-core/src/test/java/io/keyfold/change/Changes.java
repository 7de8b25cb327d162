package io.keyfold.change;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import java.util.List;
import java.util.Optional;

/** Changes of a table, made up. */
final class Changes {

    private Changes() {}

    static RowChange<RowJson> insert(int partition, long offset, String text) {
        RowKey key = RowKey.of("A" + offset, "I01");
        RecordPosition position = new RecordPosition("dwd_order_item", partition, offset);
        Row<RowJson> row =
                new Row<>(key, new RowJson(text.getBytes(UTF_8)), position, Optional.empty(), Optional.empty());
        return new RowChange<>(RowKind.INSERT, key, Optional.empty(), Optional.of(row), position);
    }

    static List<Long> offsets(List<RowChange<RowJson>> changes) {
        return changes.stream().map(change -> change.position().offset()).toList();
    }
}
