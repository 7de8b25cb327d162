package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.config.Grouping;
import io.keyfold.config.Measure;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.KeyRange.Direction;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stale marks of partitions, as they reach what is read of indexes and totals. */
class StaleProjectionsTest {

    private static final int PARTITIONS = 3;
    private static final KeyRange ALL = new KeyRange(null, null, Direction.FORWARD);
    private static final StaleMark AWAY = new StaleMark(Optional.empty(), "away");
    private static final RowKey KEY = RowKey.of("A1", "I01");

    private final TableTask task = TableTask.of(
            TableSettings.of(TableContracts.named("dwd_order_item"))
                    .index("by_user", "user_id")
                    .total("items_by_user", Measure.count(), List.of(Grouping.column("user_id"))),
            TableEvents.ofChanges(change -> {}));
    private final int home = Homes.partition(task.keys().routingKey(KEY), PARTITIONS);
    private final int another = (home + 1) % PARTITIONS;
    private LocalPartitions partitions;
    private ProjectionReads reads;

    @BeforeEach
    void open(@TempDir Path directory) {
        partitions = new LocalPartitions(directory, PARTITIONS, task.projections());
        reads = new ProjectionReads(partitions, task, new MergedReads(partitions, task.rows()));
    }

    @AfterEach
    void close() {
        assertThat(partitions.held()).as("held for ever").isZero();
        partitions.close();
    }

    private void row(int partition, Place place) {
        String key = new String(task.keys().routingKey(KEY), UTF_8);
        partitions.row(partition, task.keys().storageKey(KEY), key, place, 1);
    }

    @Test
    void list_indexOverAStalePartition_marksItsRowsAndNamesIt() {
        row(home, Place.HOME);
        partitions.suspect(home, AWAY);

        Listing listing = reads.list("by_user", ALL, 10);

        assertThat(listing.marks()).containsOnlyKeys(home);
        assertThat(listing.rows())
                .extracting(entry -> listing.row(entry, KEY).stale())
                .containsExactly(Optional.of(AWAY));
    }

    @Test
    void list_foreignRow_isMarkedByThePartitionThatItLiesIn() {
        row(another, Place.FOREIGN);
        partitions.suspect(home, AWAY);

        Listing listing = reads.list("by_user", ALL, 10);

        assertThat(listing.rows())
                .extracting(entry -> listing.row(entry, KEY).stale())
                .containsExactly(Optional.empty());
    }

    @Test
    void groups_overAStalePartition_nameIt() {
        row(home, Place.HOME);
        partitions.suspect(home, AWAY);

        assertThat(reads.groups("items_by_user", ALL, 10).marks()).containsOnlyKeys(home);
        assertThat(reads.greatest("items_by_user", ALL, 10, 10).marks()).containsOnlyKeys(home);
    }

    /** Foreign rows are read before the others: one that counts may be a zombie that an audit deletes meanwhile. */
    @Test
    void groups_foreignRowsThatWereStaleWhenTheyWereRead_nameTheirPartition() {
        row(another, Place.FOREIGN);
        partitions.suspectOnce(another, AWAY);

        GroupListing groups = reads.groups("items_by_user", ALL, 10);

        assertThat(groups.groups()).hasSize(1);
        assertThat(groups.marks()).containsOnlyKeys(another);
    }
}
