package io.keyfold;

import io.keyfold.codec.ColumnsReader;
import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.KeyCodec;
import io.keyfold.row.Binary;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.recording.RecordedRecord;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of recordings, and values to compare them with. */
final class RecordedRows {

    private RecordedRows() {}

    static Binary bytes(String hex) {
        return Binary.of(HexFormat.of().parseHex(hex));
    }

    static ColumnValues fields(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return ColumnValues.of(fields);
    }

    static ColumnValues read(TableContract contract, RecordedRecord record) {
        DecodedKey.Good key =
                (DecodedKey.Good) KeyCodec.of(contract).decode(record.key().orElseThrow());
        Row<RowJson> row = new Row<>(
                key.key(),
                new RowJson(record.value().orElseThrow()),
                new RecordPosition(record.topic(), record.partition(), record.offset()),
                Optional.empty(),
                Optional.empty());
        return ColumnsReader.of(contract).read(row).value();
    }
}
