package io.keyfold.store.rocks;

import static io.keyfold.store.rocks.StoreText.bytes;
import static io.keyfold.store.rocks.StoreText.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One writer, four readers. Keys {@code k0000 .. k0019} are never deleted, and their values only rise. */
class RocksTableStressTest {

    private static final int KEPT = 20;
    private static final int WRITES = 40_000;
    private static final int READERS = 4;
    private static final byte[][] KEYS = keys("k%04d");
    private static final byte[][] OTHERS = keys("k%04d-other");

    private final AtomicBoolean written = new AtomicBoolean();

    @Test
    @Timeout(120)
    void read_whileWrittenAndCommitted_missesNoRowAndNeverGoesBack(@TempDir Path directory) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("RocksTableStressTest seed " + seed);
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try (RocksMemory memory = RocksMemory.of(16L << 20);
                RocksTable table = RocksTable.open(directory, List.of(), memory)) {
            for (int i = 0; i < KEPT; i++) {
                table.put(Family.ROWS, KEYS[i], bytes("0"));
            }
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                Random random = new Random(seed + 1 + i);
                readers.add(threads.submit(() -> new Reader(table, random).read()));
            }

            try {
                write(table, new Random(seed));
            } finally {
                written.set(true);
            }

            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).as("rounds, seed %s", seed).isPositive();
            }
            assertThat(memory.openCursors()).isZero();
        } finally {
            threads.shutdown();
        }
    }

    /** And one that comes after them. */
    private static byte[][] keys(String format) {
        return IntStream.rangeClosed(0, KEPT)
                .mapToObj(i -> bytes(String.format(format, i)))
                .toArray(byte[][]::new);
    }

    private static void write(RocksTable table, Random random) {
        for (int i = 1; i <= WRITES; i++) {
            int what = random.nextInt(100);
            byte[] other = OTHERS[random.nextInt(KEPT)];
            if (what < 60) {
                table.put(Family.ROWS, KEYS[random.nextInt(KEPT)], bytes(Integer.toString(i)));
            } else if (what < 75) {
                table.put(Family.ROWS, other, bytes(Integer.toString(i)));
            } else if (what < 90) {
                table.delete(Family.ROWS, other);
            } else {
                table.commit();
            }
        }
    }

    private final class Reader {

        private final RocksTable table;
        private final Random random;
        private final int[] versions = new int[KEPT];

        Reader(RocksTable table, Random random) {
            this.table = table;
            this.random = random;
        }

        /** How many times it read all keys: at least once, and until the writer is done. */
        int read() {
            int rounds = 0;
            do {
                for (int i = 0; i < 5 * KEPT; i++) {
                    readOne(random.nextInt(KEPT));
                }
                readSome();
                readAll();
                rounds++;
            } while (!written.get());
            return rounds;
        }

        /** By a get and by a cursor in turn: most of what a commit can break, it breaks in a cursor's first moment. */
        private void readOne(int i) {
            byte[] value = table.get(Family.ROWS, KEYS[i]);
            assertThat(value).as("get of %s", i).isNotNull();
            see(i, requireNonNull(value));
            try (RowCursor cursor = table.cursor(Family.ROWS, KEYS[i], KEYS[i + 1], Order.ASCENDING)) {
                assertThat(cursor.next()).as("cursor at %s", i).isTrue();
                assertThat(cursor.key()).isEqualTo(KEYS[i]);
                see(i, cursor.value());
            }
        }

        private void readSome() {
            List<byte[]> keys = Arrays.asList(KEYS).subList(0, KEPT);
            List<byte @Nullable []> values = table.getAll(Family.ROWS, keys);
            for (int i = 0; i < KEPT; i++) {
                byte[] value = values.get(i);
                assertThat(value).as("getAll of %s", i).isNotNull();
                see(i, requireNonNull(value));
            }
        }

        private void readAll() {
            Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
            List<Integer> seen = new ArrayList<>();
            byte[] before = null;
            try (RowCursor cursor = table.cursor(Family.ROWS, null, null, order)) {
                while (cursor.next()) {
                    byte[] key = cursor.key();
                    if (before != null) {
                        int step = Arrays.compareUnsigned(before, key);
                        assertThat(order == Order.ASCENDING ? step : -step).isNegative();
                    }
                    before = key;
                    if (key.length == 5) {
                        int i = Integer.parseInt(requireNonNull(text(key)).substring(1));
                        see(i, cursor.value());
                        seen.add(i);
                    }
                }
            }
            assertThat(seen).hasSize(KEPT);
        }

        private void see(int i, byte[] value) {
            int version = Integer.parseInt(requireNonNull(text(value)));
            assertThat(version).as("version of %s", i).isGreaterThanOrEqualTo(versions[i]);
            versions[i] = version;
        }
    }
}
