package io.keyfold.store.rocks;

import static io.keyfold.store.rocks.StoreText.batch;
import static io.keyfold.store.rocks.StoreText.bytes;
import static io.keyfold.store.rocks.StoreText.delete;
import static io.keyfold.store.rocks.StoreText.get;
import static io.keyfold.store.rocks.StoreText.put;
import static io.keyfold.store.rocks.StoreText.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksTableTest {

    private static final Family INDEX = new Family("index-status");

    @TempDir
    private Path directory;

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private RocksTable table;

    @BeforeEach
    void open() {
        table = RocksTable.open(directory, List.of(Family.FOREIGN, Family.META), memory);
    }

    @AfterEach
    void close() {
        table.close();
        memory.close();
    }

    private void reopen(Family... families) {
        table.close();
        table = RocksTable.open(directory, List.of(families), memory);
    }

    @Test
    void get_uncommittedRow_isSeen() {
        put(table, "a", "1");

        assertThat(get(table, "a")).isEqualTo("1");
        assertThat(get(table, "b")).isNull();
    }

    @Test
    void get_committedRow_isSeen() {
        put(table, "a", "1");
        table.commit();

        assertThat(get(table, "a")).isEqualTo("1");
        assertThat(table.uncommittedBytes()).isZero();
    }

    @Test
    void get_uncommittedOverCommitted_isTheLater() {
        put(table, "a", "1");
        put(table, "b", "1");
        table.commit();
        put(table, "a", "2");
        delete(table, "b");

        assertThat(get(table, "a")).isEqualTo("2");
        assertThat(get(table, "b")).isNull();
    }

    @Test
    void get_emptyValue_isARow() {
        put(table, "a", "");
        assertThat(get(table, "a")).isEmpty();

        table.commit();
        assertThat(get(table, "a")).isEmpty();
    }

    @Test
    void get_sameKeyOfTwoFamilies_isTwoRows() {
        table.put(Family.ROWS, bytes("a"), bytes("row"));
        table.put(Family.META, bytes("a"), bytes("meta"));
        table.commit();
        table.delete(Family.ROWS, bytes("a"));

        assertThat(table.get(Family.ROWS, bytes("a"))).isNull();
        assertThat(table.get(Family.META, bytes("a"))).isEqualTo(bytes("meta"));
        assertThat(table.get(Family.FOREIGN, bytes("a"))).isNull();
    }

    @Test
    void getAll_fromBoth_keepsTheKeysOrder() {
        put(table, "disk", "1");
        put(table, "hidden", "1");
        put(table, "gone", "1");
        table.commit();
        put(table, "hidden", "2");
        put(table, "overlay", "2");
        delete(table, "gone");

        List<String> keys = List.of("absent", "overlay", "gone", "disk", "hidden", "disk");
        List<String> values = table
                .getAll(Family.ROWS, keys.stream().map(StoreText::bytes).toList())
                .stream()
                .map(StoreText::text)
                .toList();

        assertThat(values).containsExactly(null, "2", null, "1", "2", "1");
        assertThat(table.getAll(Family.ROWS, List.of())).isEmpty();
    }

    @Test
    void family_notOpened_isRefused() {
        String message = "family: index-status \\(expected: one of \\[.*default.*]\\)";

        assertThatThrownBy(() -> table.put(INDEX, bytes("a"), bytes("1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(message);
        assertThatThrownBy(() -> table.get(INDEX, bytes("a"))).hasMessageMatching(message);
        assertThatThrownBy(() -> table.approximateRows(INDEX)).hasMessageMatching(message);
        assertThat(table.uncommittedBytes()).isZero();
    }

    @Test
    void family_blank_isRefused() {
        assertThatThrownBy(() -> new Family(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name: \" \" (expected: not blank)");
    }

    @Test
    void open_again_keepsFamiliesThatAreNotListed() {
        reopen(INDEX);
        table.put(INDEX, bytes("PAID/7"), bytes(""));
        table.put(Family.META, bytes("p"), bytes("42"));
        table.commit();

        reopen();

        assertThat(table.get(INDEX, bytes("PAID/7"))).isEmpty();
        assertThat(table.get(Family.META, bytes("p"))).isEqualTo(bytes("42"));
    }

    @Test
    void close_dropsWhatIsNotCommitted() {
        put(table, "a", "1");
        table.commit();
        put(table, "a", "2");
        put(table, "b", "2");

        reopen();

        assertThat(rows(table)).containsExactly("a=1");
        assertThat(memory.usedBytes()).isLessThan(16L << 20);
    }

    @Test
    void load_isSeenAtOnceAndKeptByAnOrderlyClose() {
        table.load(batch("a", "1", "b", "1", "a", "2"));
        assertThat(rows(table)).containsExactly("a=2", "b=1");

        reopen();

        assertThat(rows(table)).containsExactly("a=2", "b=1");
    }

    @Test
    void load_withADelete_removesTheRow() {
        put(table, "a", "1");
        table.commit();
        LoadBatch batch = batch("b", "1");
        batch.delete(Family.ROWS, bytes("a"));

        table.load(batch);

        assertThat(rows(table)).containsExactly("b=1");
        assertThat(batch.size()).isEqualTo(2);
        assertThat(batch.bytes()).isEqualTo(3);
    }

    @Test
    void load_overUncommitted_isRefused() {
        put(table, "a", "1");

        assertThatThrownBy(() -> table.load(batch("b", "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Cannot load into " + directory + ": " + table.uncommittedBytes()
                        + " bytes are not committed; commit first");
        assertThat(get(table, "b")).isNull();
    }

    @Test
    void clear_removesAllOfAllFamiliesForGood() {
        table.load(batch("", "1", "a", "1", "\u00ff\u00ff", "1"));
        table.put(Family.META, bytes("p"), bytes("1"));
        table.commit();
        put(table, "c", "1");

        table.clear();

        assertThat(rows(table)).isEmpty();
        assertThat(table.isEmpty(Family.META)).isTrue();
        assertThat(table.uncommittedBytes()).isZero();
        assertThat(table.approximateRows(Family.ROWS)).isZero();
        reopen();
        assertThat(rows(table)).isEmpty();
        assertThat(table.isEmpty(Family.META)).isTrue();
    }

    @Test
    void clear_thenWrites_keepsThem() {
        table.load(batch("a", "1", "b", "1"));
        table.clear();
        table.clear();
        table.load(batch("b", "2"));
        put(table, "a", "2");
        table.commit();

        reopen();

        assertThat(rows(table)).containsExactly("a=2", "b=2");
    }

    @Test
    void isEmpty_newTable_isTrueUntilARowIsWritten() {
        assertThat(table.isEmpty(Family.ROWS)).isTrue();

        put(table, "a", "1");

        assertThat(table.isEmpty(Family.ROWS)).isFalse();
        assertThat(table.isEmpty(Family.META)).isTrue();
    }

    @Test
    void isEmpty_allOnDiskDeletedInTheOverlay_isTrue() {
        put(table, "a", "1");
        put(table, "b", "1");
        table.commit();
        assertThat(table.isEmpty(Family.ROWS)).isFalse();

        delete(table, "a");
        delete(table, "b");

        assertThat(table.isEmpty(Family.ROWS)).isTrue();
    }

    @Test
    void approximateRows_countsBoth() {
        put(table, "a", "1");
        put(table, "b", "1");
        table.commit();
        put(table, "c", "1");

        assertThat(table.approximateRows(Family.ROWS)).isEqualTo(3);
    }

    @Test
    void uncommittedBytes_countsKeyValueAndOverheadOnce() {
        int overhead = Overlay.ENTRY_OVERHEAD_BYTES;
        put(table, "key", "12345");
        assertThat(table.uncommittedBytes()).isEqualTo(overhead + 8);

        put(table, "key", "1");
        assertThat(table.uncommittedBytes()).isEqualTo(overhead + 4);

        delete(table, "key");
        assertThat(table.uncommittedBytes()).isEqualTo(overhead + 3);

        put(table, "key", "1234567");
        table.put(Family.META, bytes("key"), bytes(""));
        assertThat(table.uncommittedBytes()).isEqualTo(2 * overhead + 13);
    }

    @Test
    void commit_ofNothing_isNoOp() {
        table.load(batch("a", "1"));

        table.commit();

        assertThat(rows(table)).containsExactly("a=1");
    }
}
