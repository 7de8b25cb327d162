package io.keyfold.test.topic;

import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.ValueCodec;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.TableContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as the records that Flink would write for them. */
final class UpsertRecords {

    private final TableContract contract;
    private final KeyCodec keys;
    private final ValueCodec values;

    UpsertRecords(TableContract contract) {
        this.contract = contract;
        this.keys = KeyCodec.of(contract);
        this.values = ValueCodec.of(contract);
    }

    Map<String, @Nullable Object> row(@Nullable Object... columns) {
        List<Column> declared = contract.columns();
        if (columns.length != declared.size()) {
            throw new IllegalArgumentException(
                    "columns: " + columns.length + " values (expected: one each of " + declared + ")");
        }
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < columns.length; i++) {
            row.put(declared.get(i).name(), columns[i]);
        }
        return row;
    }

    byte[] key(Map<String, ? extends @Nullable Object> row) {
        List<Object> key = contract.keyColumns().stream()
                .map(name -> {
                    Object value = row.get(name);
                    if (value == null) {
                        throw new IllegalArgumentException("key column " + name + ": null (expected: a value)");
                    }
                    return value;
                })
                .toList();
        return key(new RowKey(key));
    }

    byte[] key(RowKey key) {
        return keys.routingKey(key);
    }

    byte[] value(Map<String, ? extends @Nullable Object> row) {
        return values.encode(row);
    }
}
