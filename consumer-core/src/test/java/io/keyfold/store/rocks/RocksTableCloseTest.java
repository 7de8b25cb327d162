package io.keyfold.store.rocks;

import static io.keyfold.store.rocks.StoreText.all;
import static io.keyfold.store.rocks.StoreText.batch;
import static io.keyfold.store.rocks.StoreText.bytes;
import static io.keyfold.store.rocks.StoreText.get;
import static io.keyfold.store.rocks.StoreText.put;
import static io.keyfold.store.rocks.StoreText.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RocksTableCloseTest {

    private static final byte[] KEY = bytes("a");

    @TempDir
    private Path directory;

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private RocksTable table;

    @BeforeEach
    void open() {
        table = RocksTable.open(directory, List.of(), memory);
    }

    @AfterEach
    void close() {
        table.close();
        memory.close();
    }

    private void assertClosed(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot read " + directory + ": the store is closed");
    }

    @Test
    void anyCall_afterClose_isRefused() {
        table.close();
        table.close();

        assertClosed(() -> table.get(Family.ROWS, KEY));
        assertClosed(() -> table.getAll(Family.ROWS, List.of(KEY)));
        assertClosed(() -> all(table));
        assertClosed(() -> table.isEmpty(Family.ROWS));
        assertClosed(() -> table.approximateRows(Family.ROWS));
        assertClosed(() -> table.uncommittedBytes());
        assertClosed(() -> table.put(Family.ROWS, KEY, KEY));
        assertClosed(() -> table.delete(Family.ROWS, KEY));
        assertClosed(() -> table.commit());
        assertClosed(() -> table.load(batch("a", "1")));
        assertClosed(() -> table.clear());
    }

    @Test
    void cursor_afterItsTableClosed_isRefusedAndCanBeClosed() {
        put(table, "a", "1");
        put(table, "b", "1");
        table.commit();
        RowCursor begun = all(table);
        RowCursor fresh = all(table);
        assertThat(begun.next()).isTrue();

        table.close();

        assertThat(memory.openCursors()).isZero();
        assertClosed(begun::next);
        assertClosed(begun::key);
        assertClosed(begun::value);
        assertClosed(fresh::next);
        begun.close();
        fresh.close();
        assertClosed(begun::key);
        assertThat(memory.openCursors()).isZero();
    }

    @Test
    void close_givesTheOverlaysMemoryBack() {
        table.put(Family.ROWS, KEY, new byte[1_000_000]);
        assertThat(memory.usedBytes()).isGreaterThan(1_000_000);

        table.close();

        assertThat(memory.usedBytes()).isLessThan(1_000_000);
    }

    @Test
    @Timeout(60)
    void close_whileRead_refusesReadersAndCrashesNothing() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            put(table, "key-" + i, "1");
        }
        table.commit();
        int readers = 4;
        CountDownLatch reading = new CountDownLatch(readers);
        ExecutorService threads = Executors.newFixedThreadPool(readers);
        List<Future<?>> ends = new ArrayList<>();
        for (int i = 0; i < readers; i++) {
            ends.add(threads.submit(() -> assertClosed(() -> {
                while (true) {
                    assertThat(get(table, "key-1")).isEqualTo("1");
                    assertThat(rows(table)).hasSize(2_000);
                    reading.countDown();
                }
            })));
        }
        reading.await();

        table.close();

        for (Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
        assertThat(memory.openCursors()).isZero();
    }
}
