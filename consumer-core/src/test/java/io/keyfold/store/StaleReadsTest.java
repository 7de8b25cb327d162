package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.config.StaleRows;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.StaleMark;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.PartitionReads.Read;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stale marks of partitions, as they reach what is read of them. */
class StaleReadsTest {

    private static final int PARTITIONS = 3;
    private static final KeyRange ALL = new KeyRange(null, null, Direction.FORWARD);
    private static final StaleMark AWAY = new StaleMark(Optional.of(Instant.parse("2024-01-15T02:40:00Z")), "away");
    private static final PartitionMarks SUSPECT = new PartitionMarks(Optional.of(AWAY), Optional.empty());

    private static final HeldHere.Questions NOBODY = new HeldHere.Questions() {
        @Override
        public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
            return Read.none("nobody");
        }
    };

    private LocalPartitions partitions;
    private MergedReads reads;

    @BeforeEach
    void open(@TempDir Path directory) {
        partitions = new LocalPartitions(directory, PARTITIONS);
        reads = new MergedReads(partitions, LocalPartitions.ROWS);
    }

    @AfterEach
    void close() {
        assertThat(partitions.held()).as("held for ever").isZero();
        partitions.close();
    }

    private static int home(String key) {
        return Homes.partition(key.getBytes(UTF_8), PARTITIONS);
    }

    private static int another(String key) {
        return (home(key) + 1) % PARTITIONS;
    }

    private static KeyBytes key(String key) {
        return new KeyBytes(key.getBytes(UTF_8), key.getBytes(UTF_8));
    }

    private Lookup.Stored stored(String key) {
        Lookup lookup = reads.get(key(key));
        assertThat(lookup).isInstanceOf(Lookup.Stored.class);
        return (Lookup.Stored) lookup;
    }

    @Test
    void get_rowInAStaleHome_isStale() {
        partitions.row(home("a"), "a", "{}", Place.HOME, 1);
        partitions.suspect(home("a"), AWAY);

        Lookup.Stored stored = stored("a");

        assertThat(stored.marks().stale()).contains(AWAY);
        assertThat(stored.caughtUpAt()).isEqualTo(AWAY.caughtUpAt());
    }

    @Test
    void get_noRowInAStaleHome_isNothing() {
        partitions.suspect(home("a"), AWAY);

        Lookup lookup = reads.get(key("a"));

        assertThat(lookup)
                .isEqualTo(new Lookup.Nothing(new PartitionPosition("t", home("a"), 8), AWAY.caughtUpAt(), SUSPECT));
    }

    /** Deletes of a foreign row are written where it lies, not where its key is at home. */
    @Test
    void get_foreignRow_isStaleWhereThePartitionIsThatItLiesIn() {
        partitions.row(another("a"), "a", "{}", Place.FOREIGN, 1);
        partitions.suspect(another("a"), AWAY);

        assertThat(stored("a").marks().stale()).contains(AWAY);
    }

    @Test
    void get_foreignRowBesideAStaleHome_isFresh() {
        partitions.row(another("a"), "a", "{}", Place.FOREIGN, 1);
        partitions.suspect(home("a"), AWAY);

        assertThat(stored("a").marks().stale()).isEmpty();
    }

    @Test
    void list_stalePartitions_areNamed() {
        partitions.suspect(1, AWAY);

        assertThat(reads.list(ALL, 10).marks()).containsOnlyKeys(1).containsEntry(1, SUSPECT);
        assertThat(reads.count(ALL, 10).marks()).containsOnlyKeys(1);
    }

    /** Some of its rows are in the listing, so they must be told from fresh ones. */
    @Test
    void list_stalePartitionThatGoesInTheMiddle_isNamedAsWell() {
        for (int i = 1_000; i < 3_000; i++) {
            partitions.row(1, "k" + i, "{}", Place.HOME, 1);
        }
        partitions.suspect(1, AWAY);
        partitions.failAfter(1, 1);

        Listing listing = reads.list(ALL, 1_500);

        assertThat(listing.rows()).isNotEmpty();
        assertThat(listing.missing()).containsOnlyKeys(1);
        assertThat(listing.marks()).containsOnlyKeys(1);
    }

    @Test
    void under_marking_givesTheStalePartition() {
        AtomicInteger released = new AtomicInteger();

        Read<Held> read = held(Optional.of(AWAY), released).under(StaleRows.MARK);

        assertThat(read.unavailable()).isEmpty();
        assertThat(released).hasValue(0);
    }

    @Test
    void under_withholding_refusesTheStalePartitionAndReleasesIt() {
        AtomicInteger released = new AtomicInteger();

        Read<Held> read = held(Optional.of(AWAY), released).under(StaleRows.WITHHOLD);

        assertThat(read.result()).isNull();
        assertThat(read.isElsewhere()).isFalse();
        assertThat(read.unavailable()).contains("partition 2 is withheld: away");
        assertThat(released).hasValue(1);
    }

    @Test
    void under_withholding_givesTheFreshPartition() {
        AtomicInteger released = new AtomicInteger();

        Read<Held> read = held(Optional.empty(), released).under(StaleRows.WITHHOLD);

        assertThat(read.unavailable()).isEmpty();
        assertThat(released).hasValue(0);
    }

    private static HeldHere held(Optional<StaleMark> stale, AtomicInteger released) {
        return new HeldHere(
                NOBODY,
                new PartitionPosition("t", 2, 8),
                Optional.empty(),
                new PartitionMarks(stale, Optional.empty()),
                released::incrementAndGet);
    }

    /** Withheld partitions are not ready to a point read, and missing to a list. */
    @Test
    void getAndList_withheldPartition_sayWhy() {
        partitions.row(home("a"), "a", "{}", Place.HOME, 1);
        partitions.refuse(
                home("a"), held(Optional.of(AWAY), new AtomicInteger()).under(StaleRows.WITHHOLD));

        Lookup got = reads.getAll(List.of(key("a"))).get(0);
        Listing listing = reads.list(ALL, 10);

        assertThat(got).isEqualTo(new Lookup.Unavailable("partition 2 is withheld: away"));
        assertThat(listing.missing()).containsEntry(home("a"), "partition 2 is withheld: away");
        assertThat(listing.rows()).isEmpty();
    }
}
