package io.keyfold.store.rocks;

import static io.keyfold.store.rocks.Order.ASCENDING;
import static io.keyfold.store.rocks.Order.DESCENDING;
import static io.keyfold.store.rocks.StoreText.all;
import static io.keyfold.store.rocks.StoreText.bytes;
import static io.keyfold.store.rocks.StoreText.delete;
import static io.keyfold.store.rocks.StoreText.put;
import static io.keyfold.store.rocks.StoreText.rest;
import static io.keyfold.store.rocks.StoreText.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowCursorTest {

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

    private void onDisk(String... keys) {
        for (String key : keys) {
            put(table, key, "disk");
        }
        table.commit();
    }

    private void inOverlay(String... keys) {
        for (String key : keys) {
            put(table, key, "overlay");
        }
    }

    @Test
    void cursor_emptyTable_showsNothing() {
        try (RowCursor cursor = all(table)) {
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
        }
    }

    @Test
    void cursor_diskOnly_isInOrder() {
        onDisk("b", "a", "c");

        assertThat(rows(table)).containsExactly("a=disk", "b=disk", "c=disk");
        assertThat(rows(table, null, null, DESCENDING)).containsExactly("c=disk", "b=disk", "a=disk");
    }

    @Test
    void cursor_overlayOnly_isInOrder() {
        inOverlay("b", "a", "c");

        assertThat(rows(table)).containsExactly("a=overlay", "b=overlay", "c=overlay");
        assertThat(rows(table, null, null, DESCENDING)).containsExactly("c=overlay", "b=overlay", "a=overlay");
    }

    @Test
    void cursor_both_overlayWinsAndDeletesHide() {
        onDisk("b", "c", "d", "f");
        inOverlay("a", "c", "e", "g");
        delete(table, "b");
        delete(table, "f");
        delete(table, "h");

        assertThat(rows(table)).containsExactly("a=overlay", "c=overlay", "d=disk", "e=overlay", "g=overlay");
        assertThat(rows(table, null, null, DESCENDING))
                .containsExactly("g=overlay", "e=overlay", "d=disk", "c=overlay", "a=overlay");
    }

    @Test
    void cursor_range_includesFromAndExcludesTo() {
        onDisk("a", "c", "e");
        inOverlay("b", "d", "f");

        assertThat(rows(table, "b", "e", ASCENDING)).containsExactly("b=overlay", "c=disk", "d=overlay");
        assertThat(rows(table, "b", "e", DESCENDING)).containsExactly("d=overlay", "c=disk", "b=overlay");
        assertThat(rows(table, "e", null, ASCENDING)).containsExactly("e=disk", "f=overlay");
        assertThat(rows(table, "e", null, DESCENDING)).containsExactly("f=overlay", "e=disk");
        assertThat(rows(table, null, "c", ASCENDING)).containsExactly("a=disk", "b=overlay");
        assertThat(rows(table, null, "c", DESCENDING)).containsExactly("b=overlay", "a=disk");
    }

    @Test
    void cursor_emptyRange_showsNothing() {
        onDisk("a", "c");
        inOverlay("b", "d");

        for (Order order : Order.values()) {
            assertThat(rows(table, "b", "b", order)).isEmpty();
            assertThat(rows(table, "c", "b", order)).isEmpty();
            assertThat(rows(table, null, "", order)).isEmpty();
            assertThat(rows(table, "bb", "c", order)).isEmpty();
            assertThat(rows(table, "x", null, order)).isEmpty();
        }
    }

    /** Bytes are unsigned, a zero byte is a byte, and a prefix comes before what it begins. */
    @Test
    void cursor_prefixBoundaries_areUnsignedBytes() {
        List<String> keys = List.of("", "00", "0000", "0001", "7f", "7fff", "80", "8000", "80ff", "81", "ff", "ffff");
        for (int i = 0; i < keys.size(); i++) {
            table.put(Family.ROWS, hex(keys.get(i)), bytes("1"));
            if (i == 5) {
                table.commit();
            }
        }

        assertThat(hexKeys(null, null, ASCENDING)).isEqualTo(keys);
        assertThat(hexKeys("00", "01", ASCENDING)).containsExactly("00", "0000", "0001");
        assertThat(hexKeys("0000", "0001", ASCENDING)).containsExactly("0000");
        assertThat(hexKeys("7f", "80", DESCENDING)).containsExactly("7fff", "7f");
        assertThat(hexKeys("80", "81", ASCENDING)).containsExactly("80", "8000", "80ff");
        assertThat(hexKeys("ff", null, DESCENDING)).containsExactly("ffff", "ff");
        assertThat(hexKeys("", "00", ASCENDING)).containsExactly("");
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    private List<String> hexKeys(@Nullable String from, @Nullable String to, Order order) {
        List<String> keys = new ArrayList<>();
        try (RowCursor cursor =
                table.cursor(Family.ROWS, from == null ? null : hex(from), to == null ? null : hex(to), order)) {
            while (cursor.next()) {
                keys.add(HexFormat.of().formatHex(cursor.key()));
            }
        }
        return keys;
    }

    @Test
    void cursor_openBeforeACommit_stillShowsAllRows() {
        onDisk("a", "c");
        inOverlay("b", "c", "d");
        RowCursor fresh = all(table);
        RowCursor begun = all(table);
        assertThat(begun.next()).isTrue();

        table.commit();
        onDisk("a", "b", "c", "d");

        assertThat(rest(fresh)).containsExactly("a=disk", "b=overlay", "c=overlay", "d=overlay");
        assertThat(rest(begun)).containsExactly("b=overlay", "c=overlay", "d=overlay");
    }

    @Test
    void cursor_whileWritten_showsWhatIsThereThroughoutOnce() {
        onDisk("a", "c", "e");
        inOverlay("b", "d");
        RowCursor cursor = all(table);
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.next()).isTrue();

        inOverlay("a", "b", "c", "d", "e");
        table.commit();
        inOverlay("a", "b", "c", "d", "e");

        assertThat(rest(cursor)).extracting(row -> row.substring(0, 1)).containsExactly("c", "d", "e");
    }

    @Test
    void cursor_whileCleared_showsWhatWasThere() {
        onDisk("a", "c");
        inOverlay("b");
        RowCursor cursor = all(table);

        table.clear();

        assertThat(rest(cursor)).containsExactly("a=disk", "b=overlay", "c=disk");
    }

    @Test
    void key_atNoRow_isRefused() {
        onDisk("a");
        String message = "Cannot read " + directory + ": the cursor is at no row";

        try (RowCursor cursor = all(table)) {
            assertThatThrownBy(cursor::key)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(message);
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isFalse();
            assertThatThrownBy(cursor::value)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void close_again_isNoOpAndUseIsRefused() {
        onDisk("a");
        RowCursor cursor = all(table);
        assertThat(cursor.next()).isTrue();
        assertThat(memory.openCursors()).isEqualTo(1);

        cursor.close();
        cursor.close();

        assertThat(memory.openCursors()).isZero();
        assertThatThrownBy(cursor::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot read " + directory + ": the cursor is closed");
    }
}
