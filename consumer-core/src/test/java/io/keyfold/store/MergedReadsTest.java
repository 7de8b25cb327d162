package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.KeyRange.Direction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedReadsTest {

    private static final int PARTITIONS = 3;
    private static final KeyRange ALL = new KeyRange(null, null, Direction.FORWARD);
    private static final KeyRange ALL_REVERSE = new KeyRange(null, null, Direction.REVERSE);

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

    /** In these tests a key has the same bytes in both encodings. */
    private static KeyBytes key(String key) {
        return new KeyBytes(key.getBytes(UTF_8), key.getBytes(UTF_8));
    }

    private void atHome(String key, String json) {
        partitions.row(home(key), key, json, Place.HOME, 1);
    }

    private void foreign(int partition, String key, String json, long timestampMs) {
        partitions.row(partition, key, json, Place.FOREIGN, timestampMs);
    }

    private static Optional<String> json(Lookup lookup) {
        return lookup instanceof Lookup.Stored stored
                ? stored.row().json().map(value -> value.text())
                : Optional.empty();
    }

    private static List<String> keys(Listing listing) {
        return listing.rows().stream()
                .map(entry -> new String(entry.storageKey(), UTF_8))
                .toList();
    }

    @Test
    void get_rowAtHome_isFound() {
        atHome("a", "{}");

        assertThat(json(reads.get(key("a")))).contains("{}");
    }

    @Test
    void get_noRow_isNothingAsOfItsHome() {
        assertThat(reads.get(key("a")))
                .isEqualTo(new Lookup.Nothing(
                        new PartitionPosition("t", home("a"), 8), Optional.empty(), PartitionMarks.NONE));
    }

    @Test
    void get_foreignRowAlone_isFound() {
        foreign(another("a"), "a", "{\"foreign\":1}", 1);

        assertThat(json(reads.get(key("a")))).contains("{\"foreign\":1}");
    }

    @Test
    void get_foreignRowBesideOneAtHome_isTheOneAtHome() {
        foreign(another("a"), "a", "{\"foreign\":1}", 99);
        atHome("a", "{}");

        assertThat(json(reads.get(key("a")))).contains("{}");
        assertThat(partitions.questions()).as("nobody else was asked").isEqualTo(1);
    }

    @Test
    void get_homeElsewhere_saysSoWithoutLookingFurther() {
        partitions.refuse(home("a"), PartitionReads.Read.elsewhere(home("a")));
        foreign(another("a"), "a", "{}", 1);

        assertThat(reads.get(key("a"))).isEqualTo(new Lookup.Elsewhere(home("a")));
    }

    @Test
    void get_homeNotReady_isUnavailable() {
        partitions.refuse(home("a"), PartitionReads.Read.none("restoring"));

        assertThat(reads.get(key("a"))).isEqualTo(new Lookup.Unavailable("restoring"));
    }

    /** It may be there: Absent would be a guess. */
    @Test
    void get_noRowAtHomeWhileForeignRowsCannotBeRead_isUnavailable() {
        foreign(another("a"), "a", "{}", 1);
        partitions.refuse(another("a"), PartitionReads.Read.none("restoring"));

        assertThat(reads.get(key("a"))).isEqualTo(new Lookup.Unavailable("restoring"));
    }

    @Test
    void getAll_keysOfManyPartitions_areAnsweredInTheirOrder() {
        List<KeyBytes> keys = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            keys.add(key("k" + i));
            if (i % 3 != 0) {
                atHome("k" + i, "{\"i\":" + i + "}");
            }
        }

        List<Lookup> lookups = reads.getAll(keys);

        for (int i = 0; i < 30; i++) {
            assertThat(json(lookups.get(i)))
                    .isEqualTo(i % 3 == 0 ? Optional.empty() : Optional.of("{\"i\":" + i + "}"));
        }
        assertThat(partitions.questions()).as("one a partition").isEqualTo(PARTITIONS);
    }

    @Test
    void list_manyPages_areInKeyOrderBothWays() {
        List<String> expected = new ArrayList<>();
        for (int i = 1_000; i < 1_500; i++) {
            atHome("k" + i, "{}");
            expected.add("k" + i);
        }

        assertThat(keys(reads.list(ALL, 1_000))).isEqualTo(expected);
        assertThat(reads.list(ALL, 1_000).hasMore()).isFalse();
        assertThat(keys(reads.list(ALL, 10))).isEqualTo(expected.subList(0, 10));
        assertThat(reads.list(ALL, 10).hasMore()).isTrue();
        assertThat(reads.list(ALL, 500).hasMore()).as("exactly all").isFalse();
        assertThat(keys(reads.list(ALL_REVERSE, 3))).containsExactly("k1499", "k1498", "k1497");
    }

    @Test
    void list_oneKeyInThreePartitions_isListedOnceFromItsHome() {
        atHome("a", "{\"home\":1}");
        foreign(another("a"), "a", "{\"foreign\":1}", 99);
        foreign((home("a") + 2) % PARTITIONS, "a", "{\"foreign\":2}", 100);
        atHome("b", "{}");

        Listing listing = reads.list(ALL, 10);

        assertThat(keys(listing)).containsExactly("a", "b");
        assertThat(listing.rows().get(0).row().json().orElseThrow().text()).isEqualTo("{\"home\":1}");
        assertThat(reads.count(ALL, 10).rows()).isEqualTo(2);
    }

    /** At home it counts, however its key is spelled. */
    @Test
    void getAndList_respelledRowAtHomeBesideALaterForeignOne_areTheOneAtHome() {
        partitions.row(home("a"), "a", "{\"home\":1}", Place.RESPELLED, 1);
        foreign(another("a"), "a", "{\"foreign\":1}", 2);

        Lookup got = reads.get(key("a"));
        Listing listing = reads.list(ALL, 10);

        assertThat(json(got)).contains("{\"home\":1}");
        assertThat(listing.rows())
                .extracting(entry -> entry.row().json().orElseThrow().text())
                .containsExactly("{\"home\":1}");
    }

    @Test
    void list_oneKeyInTwoForeignPartitions_isTheLater() {
        foreign(another("a"), "a", "{\"foreign\":1}", 99);
        foreign((home("a") + 2) % PARTITIONS, "a", "{\"foreign\":2}", 100);

        assertThat(reads.list(ALL, 10).rows().get(0).row().json().orElseThrow().text())
                .isEqualTo("{\"foreign\":2}");
        assertThat(json(reads.get(key("a")))).contains("{\"foreign\":2}");
    }

    @Test
    void list_partitionElsewhere_isMissingWithTheReason() {
        partitions.refuse(1, PartitionReads.Read.elsewhere(1));

        Listing listing = reads.list(ALL, 10);

        assertThat(listing.missing()).containsOnlyKeys(1);
        assertThat(listing.missing().get(1)).isEqualTo("partition 1 is not assigned to this instance");
        assertThat(listing.asOf()).extracting(PartitionPosition::partition).containsExactly(0, 2);
    }

    /** Cut short in the middle, as by a rebalance: what was read is listed, what was not is said to be missing. */
    @Test
    void list_partitionThatGoesInTheMiddle_isMissing() {
        for (int i = 1_000; i < 3_000; i++) {
            partitions.row(1, "k" + i, "{}", Place.HOME, 1);
        }
        partitions.failAfter(1, 1);

        Listing listing = reads.list(ALL, 1_500);

        assertThat(listing.missing()).containsEntry(1, "gone");
        assertThat(listing.rows()).hasSize(1_000);
        assertThat(listing.asOf()).extracting(PartitionPosition::partition).containsExactly(0, 2);
    }

    @Test
    void count_upToALimit_saysWhereToGoOn() {
        for (int i = 100; i < 200; i++) {
            atHome("k" + i, "{}");
        }

        assertThat(reads.count(ALL, 1_000).rows()).isEqualTo(100);
        assertThat(reads.count(ALL, 1_000).last()).isEmpty();
        Tally some = reads.count(ALL, 40);
        assertThat(some.rows()).isEqualTo(40);
        assertThat(some.last().orElseThrow()).isEqualTo("k139".getBytes(UTF_8));
    }
}
