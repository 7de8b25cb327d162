package io.keyfold.store;

import static io.keyfold.config.Measure.count;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.StoredRow;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectedCopyTest {

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private final TableTask task = TableTask.of(
            TableSettings.of(TableContracts.named("dwd_order_item"))
                    .index("by_user", "user_id")
                    .total("rows", count()),
            TableEvents.ofChanges(change -> {}));
    private RocksTable table;
    private long offset;

    @BeforeEach
    void open(@TempDir Path directory) {
        table = RocksTable.open(directory, ProjectedCopy.families(task.projections()), memory);
    }

    @AfterEach
    void close() {
        table.close();
        memory.close();
    }

    private byte[] key(int number) {
        return task.keys().storageKey(RowKey.of("A" + number, "I"));
    }

    private byte[] row(String user) {
        String json = "{\"order_id\":\"x\",\"item_id\":\"I\",\"user_id\":\"" + user + "\"}";
        return task.rows()
                .encode(new StoredRow(
                        Optional.of(new RowJson(json.getBytes(UTF_8))),
                        new RecordPosition(task.contract().topic(), 0, ++offset),
                        Optional.empty(),
                        Optional.empty()));
    }

    private ProjectedCopy copyOver(int rows, String user) {
        for (int number = 0; number < rows; number++) {
            table.put(Family.ROWS, key(number), row(user));
        }
        table.commit();
        return new ProjectedCopy(task.projections(), table);
    }

    private boolean buildNext(ProjectedCopy copy, int limit) {
        return copy.buildNext(range -> PartitionCursor.over(table, range, false), limit);
    }

    private long counted() {
        TotalProjection total = task.projections().totals().get(0);
        byte[] record = table.get(total.family(), TotalProjection.record(new byte[0]));
        return record == null
                ? GroupTotal.NOTHING.rows()
                : total.codec().decode(record).rows();
    }

    /** As where the end of a build failed and is tried again, or where two builders share a copy. */
    @Test
    void buildNext_againBehindTheLastRow_takesNoRowTwice() {
        ProjectedCopy copy = copyOver(1, "U");
        copy.beginBuild();
        boolean more = buildNext(copy, 10);
        byte[] row = row("U");
        copy.change(() -> {
            table.put(Family.ROWS, key(2), row);
            copy.follow(key(2), null, row);
        });

        boolean moreAgain = buildNext(copy, 10);

        assertThat(more || moreAgain).as("more rows").isFalse();
        assertThat(counted()).as("rows counted").isEqualTo(2);
    }

    @Test
    void buildNext_rowsWithLargeEntries_takesFewAtOnce() {
        ProjectedCopy copy = copyOver(20, "U".repeat(600_000));
        copy.beginBuild();

        boolean more = buildNext(copy, 512);

        assertThat(more).as("more rows").isTrue();
        assertThat(counted()).as("rows counted").isEqualTo(2);
    }

    @Test
    void buildNext_untilThereAreNoMore_takesEachRow() {
        ProjectedCopy copy = copyOver(20, "U");
        copy.beginBuild();

        while (buildNext(copy, 5)) {
            // on to the next rows
        }

        assertThat(counted()).as("rows counted").isEqualTo(20);
    }

    @Test
    void progress_whileItIsBuilt_tellsTheRowsThatAreInIt() {
        ProjectedCopy copy = copyOver(20, "U");
        copy.beginBuild();
        assertThat(copy.progress())
                .containsExactly(new BuildProgress("index by_user", 0, 20), new BuildProgress("total rows", 0, 20));

        buildNext(copy, 5);

        assertThat(copy.progress())
                .containsExactly(new BuildProgress("index by_user", 5, 20), new BuildProgress("total rows", 5, 20));
        while (buildNext(copy, 5)) {
            // on to the next rows
        }
        copy.endBuild();
        assertThat(copy.progress()).isEmpty();
    }

    @Test
    void unavailable_buildThatFailed_saysWhy() {
        ProjectedCopy copy = copyOver(1, "U");
        copy.beginBuild();
        copy.failed("no room");

        assertThat(copy.unavailable(task.projections().indexes().get(0)))
                .contains("index by_user cannot be built: no room");
    }

    /** The group of a row that is there is gone: only a restore can tell what it came to. */
    @Test
    void follow_rowWhoseGroupIsGone_isCorruption() {
        ProjectedCopy copy = copyOver(0, "U");
        byte[] row = row("U");
        copy.change(() -> copy.follow(key(0), null, row));
        table.delete(task.projections().totals().get(0).family(), TotalProjection.record(new byte[0]));

        assertThatThrownBy(() -> copy.change(() -> copy.follow(key(0), row, null)))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessage("Cannot take a row out of total rows: its group is not there");
    }
}
