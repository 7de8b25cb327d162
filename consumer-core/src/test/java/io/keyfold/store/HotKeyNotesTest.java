package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.StoredRow;
import io.keyfold.config.TableSettings;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.TopicNote.Weight;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class HotKeyNotesTest {

    private static final RecordPosition ROW = new RecordPosition("orders", 2, 7);

    private final TableTask task = TableTask.of(
            TableSettings.of(TableContracts.named("dwd_order_item").withTopic("orders")),
            TableEvents.ofChanges(change -> {}));
    private long offset;
    private long lastSampled;

    /** The next so many sampled records have keys in turn. */
    private void write(int sampled, String... orders) {
        for (int i = 0; i < sampled; ) {
            boolean isSampled = HotKeys.isSampled(2, offset);
            byte[] key = task.keys().storageKey(RowKey.of(orders[i % orders.length], "I02"));
            lastSampled = isSampled ? offset : lastSampled;
            task.hotKeys().note(key, new RecordPosition("orders", 2, offset++));
            i += isSampled ? 1 : 0;
        }
    }

    private Optional<TopicNote> note(Function<KeyBytes, Lookup> rows) {
        return HotKeyNotes.of(task, rows);
    }

    private static Lookup stored(KeyBytes key) {
        StoredRow row =
                new StoredRow(Optional.of(new RowJson("{}".getBytes(UTF_8))), ROW, Optional.empty(), Optional.empty());
        PartitionPosition asOf = new PartitionPosition("orders", 2, 8);
        return new Lookup.Stored(row, asOf, Optional.empty(), PartitionMarks.NONE);
    }

    @Test
    void of_quietTable_isNone() {
        assertThat(note(HotKeyNotesTest::stored)).isEmpty();
    }

    @Test
    void of_hotKey_namesTheRowAndItsShareAndNotTheKey() {
        write(1_000, "A1001");

        TopicNote note = note(HotKeyNotesTest::stored).orElseThrow();

        assertThat(note.id()).isEqualTo("hot-keys");
        assertThat(note.weight()).isEqualTo(Weight.WARNING);
        assertThat(note.about()).isEqualTo("orders");
        assertThat(note.sentence())
                .matches(
                        "of 1000 live records that were sampled here since \\S+Z, one in 16, at least 100 % are of the key of"
                                + " the row at orders-2@7: the records of a key are folded by one thread, however many partitions there are")
                .doesNotContain("A1001");
        assertThat(note.advice()).contains("'sink.buffer-flush.interval'");
    }

    /** It is looked up by the key in both of its encodings. */
    @Test
    void of_hotKey_isLookedUpAsAnyKey() {
        write(1_000, "A1001");

        note(key -> {
            assertThat(key.storageKey()).isEqualTo(task.keys().storageKey(RowKey.of("A1001", "I02")));
            assertThat(key.routingKey()).isEqualTo(task.keys().routingKey(RowKey.of("A1001", "I02")));
            return stored(key);
        });
    }

    @Test
    void of_hotKeyWithoutARowHere_namesTheLastRecordSampled() {
        write(1_000, "A1001");

        assertThat(note(key -> new Lookup.Elsewhere(3)).orElseThrow().sentence())
                .contains("the key of the record at orders-2@" + lastSampled);
    }

    @Test
    void of_manyHotKeys_namesFiveAndCountsTheRest() {
        write(1_400, "A1", "A2", "A3", "A4", "A5", "A6", "A7");

        assertThat(note(HotKeyNotesTest::stored).orElseThrow().sentence())
                .contains("and 2 more keys have at least 5 %")
                .containsPattern("(at least 14 % are of the key of the row at orders-2@7, ){4}")
                .doesNotContainPattern("(at least 14 %.*){6}");
    }
}
