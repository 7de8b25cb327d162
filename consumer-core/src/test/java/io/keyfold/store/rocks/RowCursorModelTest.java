package io.keyfold.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random writes, commits, loads and ranges, against a sorted map. */
class RowCursorModelTest {

    private static final int STEPS = 1_000;

    private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);

    @Test
    void cursor_anyRange_showsWhatASortedMapDoes(@TempDir Path directory) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("RowCursorModelTest seed " + seed);
        Random random = new Random(seed);

        try (RocksMemory memory = RocksMemory.of(16L << 20);
                RocksTable table = RocksTable.open(directory, List.of(), memory)) {
            for (int step = 0; step < STEPS; step++) {
                write(table, random);
                byte @Nullable [] from = random.nextInt(4) == 0 ? null : key(random);
                byte @Nullable [] to = random.nextInt(4) == 0 ? null : key(random);
                for (Order order : Order.values()) {
                    assertThat(shown(table, from, to, order))
                            .as("seed %s step %s", seed, step)
                            .isEqualTo(expected(from, to, order));
                }
            }
        }
    }

    private void write(RocksTable table, Random random) {
        byte[] key = key(random);
        byte[] value = new byte[random.nextInt(3)];
        int what = random.nextInt(20);
        if (what == 0) {
            table.commit();
        } else if (what == 1) {
            table.commit();
            LoadBatch batch = new LoadBatch();
            batch.put(Family.ROWS, key, value);
            table.load(batch);
            model.put(key, value);
        } else if (what < 9) {
            table.delete(Family.ROWS, key);
            model.remove(key);
        } else {
            table.put(Family.ROWS, key, value);
            model.put(key, value);
        }
    }

    /** Few keys, so that they meet: up to two bytes of those that are easily taken wrong. */
    private static byte[] key(Random random) {
        byte[] bytes = {0, 1, 0x7f, (byte) 0x80, (byte) 0xff};
        byte[] key = new byte[random.nextInt(3)];
        for (int i = 0; i < key.length; i++) {
            key[i] = bytes[random.nextInt(bytes.length)];
        }
        return key;
    }

    private static List<String> shown(RocksTable table, byte @Nullable [] from, byte @Nullable [] to, Order order) {
        List<String> rows = new ArrayList<>();
        try (RowCursor cursor = table.cursor(Family.ROWS, from, to, order)) {
            while (cursor.next()) {
                rows.add(row(cursor.key(), cursor.value()));
            }
        }
        return rows;
    }

    private List<String> expected(byte @Nullable [] from, byte @Nullable [] to, Order order) {
        List<String> rows = new ArrayList<>();
        model.forEach((key, value) -> {
            if ((from == null || Arrays.compareUnsigned(key, from) >= 0)
                    && (to == null || Arrays.compareUnsigned(key, to) < 0)) {
                rows.add(order == Order.ASCENDING ? rows.size() : 0, row(key, value));
            }
        });
        return rows;
    }

    private static String row(byte[] key, byte[] value) {
        return HexFormat.of().formatHex(key) + "=" + value.length;
    }
}
