package io.keyfold.store.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as text, so that a test can be read. */
final class StoreText {

    private StoreText() {}

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, UTF_8);
    }

    static void put(RocksTable table, String key, String value) {
        table.put(Family.ROWS, bytes(key), bytes(value));
    }

    static void delete(RocksTable table, String key) {
        table.delete(Family.ROWS, bytes(key));
    }

    static @Nullable String get(RocksTable table, String key) {
        return text(table.get(Family.ROWS, bytes(key)));
    }

    static RowCursor all(RocksTable table) {
        return table.cursor(Family.ROWS, null, null, Order.ASCENDING);
    }

    static List<String> rows(RocksTable table) {
        return rest(all(table));
    }

    static List<String> rows(RocksTable table, @Nullable String from, @Nullable String to, Order order) {
        return rest(table.cursor(Family.ROWS, from == null ? null : bytes(from), to == null ? null : bytes(to), order));
    }

    /** What the cursor still shows, as {@code key=value}; then closes it. */
    static List<String> rest(RowCursor cursor) {
        List<String> rows = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                rows.add(text(cursor.key()) + "=" + text(cursor.value()));
            }
        }
        return rows;
    }

    static LoadBatch batch(String... keysAndValues) {
        LoadBatch batch = new LoadBatch();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            batch.put(Family.ROWS, bytes(keysAndValues[i]), bytes(keysAndValues[i + 1]));
        }
        return batch;
    }
}
