package io.keyfold.store.rocks;

import static io.keyfold.store.rocks.StoreText.get;
import static io.keyfold.store.rocks.StoreText.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksMemoryTest {

    private static final long MIB = 1L << 20;

    @TempDir
    private Path directory;

    @Test
    void of_tooLittle_isRefused() {
        assertThatThrownBy(() -> RocksMemory.of(16 * MIB - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("storeMemoryBytes: 16777215 (expected: at least 16777216)");
    }

    @Test
    void overlayBudgetBytes_isAQuarter() {
        try (RocksMemory memory = RocksMemory.of(64 * MIB)) {
            assertThat(memory.overlayBudgetBytes()).isEqualTo(16 * MIB);
        }
    }

    @Test
    void usedBytes_countsOverlaysAndWriteBuffersOfAllTables() {
        try (RocksMemory memory = RocksMemory.of(64 * MIB);
                RocksTable one = RocksTable.open(directory.resolve("1"), List.of(), memory);
                RocksTable two = RocksTable.open(directory.resolve("2"), List.of(), memory)) {
            long before = memory.usedBytes();

            one.put(Family.ROWS, new byte[1], new byte[1_000_000]);
            two.put(Family.ROWS, new byte[1], new byte[1_000_000]);
            assertThat(memory.usedBytes() - before).isBetween(2_000_000L, 2_001_000L);

            one.commit();
            two.commit();
            assertThat(one.uncommittedBytes()).isZero();
            assertThat(memory.usedBytes() - before)
                    .as("write buffers count in steps of a quarter MiB")
                    .isBetween(3 * MIB / 2, 3 * MIB);
        }
    }

    @Test
    void usedBytes_farMoreLoadedThanFits_staysNearTheTotal() {
        try (RocksMemory memory = RocksMemory.of(16 * MIB);
                RocksTable table = RocksTable.open(directory, List.of(), memory)) {
            long most = 0;
            for (int i = 0; i < 400; i++) {
                LoadBatch batch = new LoadBatch();
                batch.put(Family.ROWS, new byte[] {(byte) (i >> 8), (byte) i}, new byte[100_000]);
                table.load(batch);
                most = Math.max(most, memory.usedBytes());
            }

            assertThat(most).isLessThan(24 * MIB);
            assertThat(table.approximateRows(Family.ROWS)).isEqualTo(400);
        }
    }

    @Test
    void close_beforeItsTables_leavesThemWhole() {
        RocksMemory memory = RocksMemory.of(16 * MIB);
        RocksTable table = RocksTable.open(directory, List.of(), memory);

        memory.close();
        memory.close();
        put(table, "a", "1");
        table.commit();

        assertThat(get(table, "a")).isEqualTo("1");
        assertThat(memory.usedBytes()).isZero();
        table.close();
    }

    @Test
    void open_afterClose_isRefused() {
        RocksMemory memory = RocksMemory.of(16 * MIB);
        memory.close();

        assertThatThrownBy(() -> RocksTable.open(directory, List.of(), memory))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot open a table: its memory is closed");
    }
}
