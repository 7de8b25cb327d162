package io.keyfold.store.rocks;

import static io.keyfold.store.rocks.StoreText.all;
import static io.keyfold.store.rocks.StoreText.batch;
import static io.keyfold.store.rocks.StoreText.bytes;
import static io.keyfold.store.rocks.StoreText.get;
import static io.keyfold.store.rocks.StoreText.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksTableFailureTest {

    @TempDir
    private Path home;

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private Path directory;

    @BeforeEach
    void name() {
        directory = home.resolve("table").resolve("3");
    }

    @AfterEach
    void close() {
        memory.close();
    }

    private RocksTable open() {
        return RocksTable.open(directory, List.of(Family.META), memory);
    }

    private void loadOneFile() {
        try (RocksTable table = open()) {
            table.load(batch("a", "1", "b", "1"));
        }
    }

    private Path file(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void open_aFileInItsPlace_isNoCorruption() throws IOException {
        Files.createDirectories(home.resolve("table"));
        Files.createFile(directory);

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreIoException.class)
                .hasMessageStartingWith("Cannot open " + directory + ": it cannot be made (");
    }

    @Test
    void open_whileOpen_isNoCorruption() {
        try (RocksTable first = open()) {
            put(first, "a", "1");

            assertThatThrownBy(this::open)
                    .isInstanceOf(StoreIoException.class)
                    .hasMessageStartingWith("Cannot open " + directory + ": ")
                    .hasMessageContaining("lock");
            assertThat(get(first, "a")).isEqualTo("1");
        }
    }

    @Test
    void open_garbageWhereFilesAreNamed_isCorrupt() throws IOException {
        loadOneFile();
        Files.writeString(directory.resolve("CURRENT"), "garbage");

        assertThatThrownBy(this::open)
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageStartingWith("Cannot open " + directory + ": it is corrupt (");
    }

    @Test
    void open_missingFile_isCorrupt() throws IOException {
        loadOneFile();
        Files.delete(file(".sst"));

        assertThatThrownBy(this::open)
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageStartingWith("Cannot open " + directory + ": it is corrupt (")
                .hasMessageNotContaining("\n");
    }

    @Test
    void read_damagedBlock_isCorruptAndNeverAbsent() throws IOException {
        loadOneFile();
        damage(file(".sst"));

        try (RocksTable table = open()) {
            String message = "Cannot read " + directory + ": it is corrupt (";
            assertThatThrownBy(() -> get(table, "a"))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageStartingWith(message);
            assertThatThrownBy(() -> table.getAll(Family.ROWS, List.of(bytes("a"), bytes("b"))))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageStartingWith(message);
        }
    }

    @Test
    void cursor_overADamagedBlock_neverEndsAsIfThatWereAll() throws IOException {
        loadOneFile();
        damage(file(".sst"));

        try (RocksTable table = open();
                RowCursor cursor = all(table)) {
            put(table, "z", "1");
            assertThatThrownBy(cursor::next)
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageStartingWith("Cannot read " + directory + ": it is corrupt (");
            assertThat(memory.openCursors()).isZero();
            assertThatThrownBy(cursor::next)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot read " + directory + ": an earlier read failed");
        }
    }

    private static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[5] ^= 0x55;
        Files.write(file, bytes);
    }

    @Test
    void destroy_corruptTable_letsItBeginAnew() throws IOException {
        loadOneFile();
        Files.writeString(directory.resolve("CURRENT"), "garbage");
        Files.createDirectories(directory.resolve("deep").resolve("deeper"));

        RocksTable.destroy(directory);

        assertThat(directory).isEmptyDirectory();
        try (RocksTable table = open()) {
            assertThat(table.isEmpty(Family.ROWS)).isTrue();
        }
    }

    @Test
    void destroy_absentDirectory_isNoOp() {
        RocksTable.destroy(directory);

        assertThat(directory).doesNotExist();
    }
}
