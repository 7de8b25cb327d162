package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.DecodedKey;
import io.keyfold.codec.StoredRow;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullCheckTest {

    private static final TableTask TASK =
            TableTask.of(TableSettings.of(TableContracts.named("dwd_order_item")), TableEvents.ofChanges(change -> {}));
    private static final String VALUE = "{\"order_id\":\"A1\",\"item_id\":\"I1\",\"quantity\":1}";

    @TempDir
    Path directory;

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private LocalCopy copy;
    private FullCheck check;

    @BeforeEach
    void open() {
        copy = new LocalCopy(
                RocksTable.open(directory, LocalCopy.FAMILIES, memory),
                directory,
                TASK.projections(),
                new Retention(Duration.ofDays(1)));
        check = new FullCheck(TASK, copy);
    }

    @AfterEach
    void close() {
        copy.close();
        memory.close();
    }

    @Test
    void see_aValueWithItsRow_findsNothing() {
        row("A1", 7);

        check.see(record("A1", 7, VALUE));

        assertFound(0, 0);
    }

    @Test
    void see_aValueWhoseRowIsNewer_findsNothing() {
        row("A1", 9);

        check.see(record("A1", 7, VALUE));

        assertFound(0, 0);
    }

    @Test
    void see_aValueWithoutARow_isMissing() {
        check.see(record("A1", 7, VALUE));

        assertFound(1, 0);
    }

    @Test
    void see_aValueWithAMarkAlone_isMissing() {
        RecordPosition position = new RecordPosition("dwd_order_item", 0, 8);
        put(
                "A1",
                new StoredRow(Optional.empty(), position, Optional.empty(), Optional.of(new RowMark(position, "why"))));

        check.see(record("A1", 7, VALUE));

        assertFound(1, 0);
    }

    @Test
    void see_aValueWhoseRowIsOlder_isOlder() {
        row("A1", 5);

        check.see(record("A1", 7, VALUE));

        assertFound(0, 1);
    }

    @Test
    void see_aTombstoneBehindTheValue_takesTheFaultBack() {
        check.see(record("A1", 7, VALUE));

        check.see(record("A1", 8, null));

        assertFound(0, 0);
    }

    @Test
    void seeLater_anyRecordOfTheKey_takesTheFaultBack() {
        check.see(record("A1", 7, VALUE));
        check.see(record("A2", 8, VALUE.replace("A1", "A2")));

        check.seeLater(record("A1", 20, null));

        assertFound(1, 0);
    }

    @Test
    void see_whatIsNoRow_findsNothing() {
        check.see(record("A1", 7, "{broken"));
        check.see(new ConsumerRecord<>("dwd_order_item", 0, 8, "no key".getBytes(UTF_8), VALUE.getBytes(UTF_8)));

        assertFound(0, 0);
    }

    private void assertFound(long missing, long older) {
        assertThat(check.missing()).isEqualTo(missing);
        assertThat(check.older()).isEqualTo(older);
    }

    private void row(String order, long offset) {
        put(
                order,
                new StoredRow(
                        Optional.of(new RowJson(VALUE.getBytes(UTF_8))),
                        new RecordPosition("dwd_order_item", 0, offset),
                        Optional.empty(),
                        Optional.empty()));
    }

    private void put(String order, StoredRow row) {
        DecodedKey.Good key = (DecodedKey.Good) TASK.keys().decode(key(order));
        copy.put(key.storageKey(), TASK.rows().encode(row));
    }

    private static byte[] key(String order) {
        return ("{\"order_id\":\"" + order + "\",\"item_id\":\"I1\"}").getBytes(UTF_8);
    }

    private static ConsumerRecord<byte[], byte[]> record(String order, long offset, @Nullable String value) {
        return new ConsumerRecord<>(
                "dwd_order_item", 0, offset, key(order), value == null ? null : value.getBytes(UTF_8));
    }
}
