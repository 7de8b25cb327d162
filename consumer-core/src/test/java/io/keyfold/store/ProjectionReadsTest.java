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
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A partition that has most rows of a page is asked more than once for it, and its rows may move in between. */
class ProjectionReadsTest {

    private static final int PARTITIONS = 6;
    private static final int ROWS = 60;
    private static final int LIMIT = 100;

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private final TableTask task = TableTask.of(
            TableSettings.of(TableContracts.named("dwd_order_item")).index("by_user", "user_id"),
            TableEvents.ofChanges(change -> {}));
    private LocalCopy copy;
    private long offset;

    @BeforeEach
    void fill(@TempDir Path directory) {
        copy = new LocalCopy(
                RocksTable.open(directory, ProjectedCopy.families(task.projections()), memory),
                directory,
                task.projections(),
                new Retention(Duration.ofDays(1)));
        for (int number = 0; number < ROWS; number++) {
            put(number, "U" + (100 + number));
        }
    }

    @AfterEach
    void close() {
        copy.close();
        memory.close();
    }

    private void put(int number, String user) {
        byte[] key = task.keys().storageKey(RowKey.of("A" + number, "I"));
        String json = "{\"order_id\":\"A" + number + "\",\"item_id\":\"I\",\"user_id\":\"" + user + "\"}";
        copy.put(
                key,
                task.rows()
                        .encode(new StoredRow(
                                Optional.of(new RowJson(json.getBytes(UTF_8))),
                                new RecordPosition(task.contract().topic(), 0, ++offset),
                                Optional.empty(),
                                Optional.empty())));
    }

    @Test
    void list_rowThatMovesAheadWhileAPageIsRead_isInItOnce() {
        MovingReads reads = new MovingReads(() -> put(0, "Z"));

        Listing listing = list(reads, Direction.FORWARD);

        assertThat(reads.questions).as("questions to the partition").isEqualTo(1);
        assertThat(orders(listing)).doesNotHaveDuplicates().hasSize(ROWS);
    }

    @Test
    void list_rowThatMovesAheadInReverse_isInItOnce() {
        MovingReads reads = new MovingReads(() -> put(ROWS - 1, "A"));

        Listing listing = list(reads, Direction.REVERSE);

        assertThat(reads.questions).as("questions to the partition").isEqualTo(1);
        assertThat(orders(listing)).doesNotHaveDuplicates().hasSize(ROWS);
    }

    private Listing list(PartitionReads reads, Direction direction) {
        return new ProjectionReads(reads, task, new MergedReads(reads, task.rows()))
                .list("by_user", new KeyRange(null, null, direction), LIMIT);
    }

    private List<RowKey> orders(Listing listing) {
        return listing.rows().stream()
                .map(entry -> task.keys().key(entry.storageKey()))
                .toList();
    }

    /** All rows are in the first partition, and change once it has been asked. */
    private final class MovingReads implements PartitionReads, HeldHere.Questions {

        private final Runnable move;
        private int questions;

        MovingReads(Runnable move) {
            this.move = move;
        }

        @Override
        public int count() {
            return PARTITIONS;
        }

        @Override
        public Read<Held> hold(int partition) {
            return partition == 0
                    ? Read.of(new HeldHere(
                            this,
                            new PartitionPosition(task.contract().topic(), 0, offset),
                            Optional.empty(),
                            PartitionMarks.NONE,
                            () -> {}))
                    : Read.elsewhere(partition);
        }

        @Override
        public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
            Read<R> read = Read.of(query.over(copy));
            if (questions++ == 0) {
                move.run();
            }
            return read;
        }

        @Override
        public boolean mayHaveForeignRows(int partition) {
            return false;
        }
    }
}
