package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalCopyTest {

    private static final byte[] KEY = {1, 2};
    private static final StoredRowCodec ROWS = new StoredRowCodec("t");

    @TempDir
    Path directory;

    private final RocksMemory memory = RocksMemory.of(16L << 20);

    @AfterEach
    void close() {
        memory.close();
    }

    private Path home() {
        return directory.resolve("copy");
    }

    private LocalCopy open() {
        return new LocalCopy(
                RocksTable.open(home(), LocalCopy.FAMILIES, memory),
                home(),
                LocalPartitions.NONE_DECLARED,
                new Retention(Duration.ofDays(1)));
    }

    private static byte[] row(Place place) {
        return ROWS.encode(new StoredRow(
                        Optional.of(new RowJson("{}".getBytes(UTF_8))),
                        new RecordPosition("t", 0, 7),
                        Optional.empty(),
                        Optional.empty())
                .in(place));
    }

    @Test
    void commit_rowsAndOffsets_areThereAfterReopening() {
        try (LocalCopy copy = open()) {
            copy.put(KEY, row(Place.HOME));
            copy.applied(41);
            copy.commit(41);
        }

        try (LocalCopy copy = open()) {
            assertThat(copy.find(KEY)).isEqualTo(row(Place.HOME));
            assertThat(copy.changelogOffset()).isEqualTo(41);
            assertThat(copy.appliedOffset()).isEqualTo(41);
        }
    }

    @Test
    void close_withoutCommit_forgetsRowsAndOffsetsAlike() {
        try (LocalCopy copy = open()) {
            copy.put(KEY, row(Place.HOME));
            copy.applied(41);
        }

        try (LocalCopy copy = open()) {
            assertThat(copy.find(KEY)).isNull();
            assertThat(copy.appliedOffset()).isEqualTo(LocalCopy.NONE);
        }
    }

    @Test
    void remove_foreignRow_leavesNothing() {
        try (LocalCopy copy = open()) {
            assertThat(copy.hasForeign()).isFalse();
            copy.put(KEY, row(Place.FOREIGN));
            assertThat(copy.hasForeign()).isTrue();
            assertThat(copy.find(KEY)).isNotNull();

            copy.remove(KEY);

            assertThat(copy.find(KEY)).isNull();
        }
    }

    @Test
    void load_batchOfARestore_movesRowsAndOffsetsTogether() {
        try (LocalCopy copy = open()) {
            RestoreBatch batch = new RestoreBatch();
            batch.put(KEY, row(Place.HOME), Place.HOME);
            copy.load(batch, 99, 98);

            assertThat(copy.find(KEY)).isNotNull();
            assertThat(copy.changelogOffset()).isEqualTo(99);
            assertThat(copy.appliedOffset()).isEqualTo(98);
        }
    }

    @Test
    void keyNotes_ofACommitAndOfALoad_areThereAfterReopening() {
        try (LocalCopy copy = open()) {
            copy.keyNotes().note(KeyNote.Kind.FOREIGN, KEY, 40, 1_000);
            copy.commit(LocalCopy.NONE);
            copy.keyNotes().note(KeyNote.Kind.FOREIGN, new byte[] {9}, 41, 2_000);
            copy.keyNotes().note(KeyNote.Kind.RESPELLED, KEY, 42, 3_000);
            copy.load(new RestoreBatch(), 50, 50);
        }

        try (LocalCopy copy = open()) {
            KeyNotes.Note foreign = copy.keyNotes().of(KeyNote.Kind.FOREIGN).orElseThrow();
            assertThat(foreign.records()).isEqualTo(2);
            assertThat(foreign.sinceMs()).isEqualTo(1_000);
            assertThat(foreign.first()).isEqualTo(40);
            assertThat(foreign.last()).isEqualTo(41);
            assertThat(foreign.lastKey()).containsExactly(9);
            assertThat(copy.keyNotes().of(KeyNote.Kind.RESPELLED).orElseThrow().last())
                    .isEqualTo(42);
        }
    }

    @Test
    void forget_keyNotes_areGone() {
        try (LocalCopy copy = open()) {
            copy.keyNotes().note(KeyNote.Kind.FOREIGN, KEY, 40, 1_000);
            copy.commit(40);

            copy.forget();

            assertThat(copy.keyNotes().of(KeyNote.Kind.FOREIGN)).isEmpty();
        }
        try (LocalCopy copy = open()) {
            assertThat(copy.keyNotes().of(KeyNote.Kind.FOREIGN)).isEmpty();
        }
    }

    @Test
    void forget_leavesAnEmptyCopyThatIsNotBound() {
        try (LocalCopy copy = open()) {
            copy.bind(new byte[] {5});
            copy.put(KEY, row(Place.HOME));
            copy.commit(3);

            copy.forget();

            assertThat(copy.find(KEY)).isNull();
            assertThat(copy.binding()).isNull();
            assertThat(copy.changelogOffset()).isEqualTo(LocalCopy.NONE);
        }
    }

    /** Found by a reader, who cannot close it: the thread that writes dies of it, and the next opening throws it away. */
    @Test
    void find_corruptRow_endsTheWriterAndMarksTheCopy() throws IOException {
        try (LocalCopy copy = open()) {
            RestoreBatch batch = new RestoreBatch();
            batch.put(KEY, row(Place.HOME), Place.HOME);
            copy.load(batch, 1, 1);
        }
        damageTables();

        try (LocalCopy copy = open()) {
            assertThatThrownBy(() -> copy.find(KEY)).isInstanceOf(CorruptStoreException.class);
            assertThatThrownBy(copy::uncommittedBytes).isInstanceOf(CorruptStoreException.class);
        } catch (CorruptStoreException e) {
            assertThat(e).as("or it was found at the opening").hasMessageContaining(home().toString());
        }
        assertThat(directory.resolve("copy.corrupt")).exists();
    }

    private void damageTables() throws IOException {
        try (Stream<Path> files = Files.list(home())) {
            for (Path table :
                    files.filter(file -> file.toString().endsWith(".sst")).toList()) {
                byte[] bytes = Files.readAllBytes(table);
                for (int i = 0; i < Math.min(64, bytes.length / 4); i++) {
                    bytes[i] ^= 0x55;
                }
                Files.write(table, bytes);
            }
        }
    }

    /** Who asks for the state of a table that is just closing must not fail of it. */
    @Test
    void builds_onceItIsClosed_areStillTold() {
        try (LocalCopy copy = open()) {
            copy.put(KEY, row(Place.HOME));
            copy.commit(1);
        }
        Projections projections = Projections.of(
                TableSettings.of(TableContracts.named("dwd_order_item")).index("by_user", "user_id"));
        LocalCopy copy = new LocalCopy(
                RocksTable.open(home(), ProjectedCopy.families(projections), memory),
                home(),
                projections,
                new Retention(Duration.ofDays(1)));
        assertThat(copy.builds()).hasSize(1);

        copy.close();

        assertThat(copy.builds()).hasSize(1);
    }
}
