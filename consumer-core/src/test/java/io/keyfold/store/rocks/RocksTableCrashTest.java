package io.keyfold.store.rocks;

import static io.keyfold.store.rocks.StoreText.batch;
import static io.keyfold.store.rocks.StoreText.bytes;
import static io.keyfold.store.rocks.StoreText.delete;
import static io.keyfold.store.rocks.StoreText.put;
import static io.keyfold.store.rocks.StoreText.rows;
import static io.keyfold.store.rocks.StoreText.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a killed process leaves behind: the files of an open table, copied, and opened elsewhere. */
class RocksTableCrashTest {

    private static final byte[] BATCHES = bytes("batches");

    @TempDir
    private Path directory;

    @TempDir
    private Path elsewhere;

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private RocksTable table;

    @BeforeEach
    void open() {
        table = openIn(directory);
    }

    private RocksTable openIn(Path where) {
        return RocksTable.open(where, List.of(Family.META), memory);
    }

    @AfterEach
    void close() {
        table.close();
        memory.close();
    }

    private RocksTable afterCrash() throws IOException {
        copy(directory, elsewhere);
        return openIn(elsewhere);
    }

    /** What names the other files first: these may then be more than it names, and never fewer. */
    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(from)) {
            files = found.sorted(Comparator.comparing(RocksTableCrashTest::rank))
                    .toList();
        }
        for (Path file : files) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    private static int rank(Path file) {
        String name = file.getFileName().toString();
        return name.equals("CURRENT") || name.startsWith("MANIFEST") ? 0 : 1;
    }

    @Test
    void crash_afterCommit_losesNothingOfIt() throws IOException {
        put(table, "a", "1");
        put(table, "b", "1");
        table.put(Family.META, BATCHES, bytes("1"));
        table.commit();
        put(table, "a", "2");
        delete(table, "b");
        table.commit();

        try (RocksTable copy = afterCrash()) {
            assertThat(rows(copy)).containsExactly("a=2");
            assertThat(copy.get(Family.META, BATCHES)).isEqualTo(bytes("1"));
        }
    }

    @Test
    void crash_beforeCommit_losesAllOfIt() throws IOException {
        put(table, "a", "1");
        table.commit();
        put(table, "a", "2");
        table.put(Family.META, BATCHES, bytes("2"));

        try (RocksTable copy = afterCrash()) {
            assertThat(rows(copy)).containsExactly("a=1");
            assertThat(copy.isEmpty(Family.META)).isTrue();
        }
    }

    @Test
    void crash_afterLoad_losesItWhollyAndKeepsTheCommitBefore() throws IOException {
        put(table, "a", "1");
        table.put(Family.META, BATCHES, bytes("1"));
        table.commit();
        LoadBatch load = batch("a", "2", "b", "2");
        load.put(Family.META, BATCHES, bytes("2"));
        table.load(load);

        try (RocksTable copy = afterCrash()) {
            assertThat(rows(copy)).containsExactly("a=1");
            assertThat(copy.get(Family.META, BATCHES)).isEqualTo(bytes("1"));
        }
    }

    /** Without the flush before the commit, the log would bring back c and not what was loaded before it. */
    @Test
    void crash_afterLoadAndCommit_losesNeither() throws IOException {
        LoadBatch load = batch("a", "1", "b", "1");
        load.put(Family.META, BATCHES, bytes("1"));
        table.load(load);
        put(table, "c", "2");
        table.commit();

        try (RocksTable copy = afterCrash()) {
            assertThat(rows(copy)).containsExactly("a=1", "b=1", "c=2");
            assertThat(copy.get(Family.META, BATCHES)).isEqualTo(bytes("1"));
        }
    }

    /** Enough for RocksDB to flush some of it by itself, and not all. */
    @Test
    @Timeout(60)
    void crash_amidALoad_isBackToOneBatchInAllFamilies() throws IOException {
        int batches = 25;
        for (int i = 1; i <= batches; i++) {
            LoadBatch load = new LoadBatch();
            load.put(Family.ROWS, bytes("row-" + i), new byte[100_000]);
            load.put(Family.META, BATCHES, bytes(Integer.toString(i)));
            table.load(load);
        }
        await().until(() -> hasTableFile(directory));

        try (RocksTable copy = afterCrash()) {
            byte[] last = copy.get(Family.META, BATCHES);
            int kept = last == null ? 0 : Integer.parseInt(requireNonNull(text(last)));
            assertThat(kept).isBetween(0, batches - 1);
            for (int i = 1; i <= batches; i++) {
                assertThat(copy.get(Family.ROWS, bytes("row-" + i)) != null)
                        .as("row %s of %s", i, kept)
                        .isEqualTo(i <= kept);
            }
        }
    }

    private static boolean hasTableFile(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.toString().endsWith(".sst"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void crash_afterClear_bringsNothingBack() throws IOException {
        table.load(batch("a", "1"));
        put(table, "b", "1");
        table.commit();
        table.load(batch("c", "1"));
        table.clear();

        try (RocksTable copy = afterCrash()) {
            assertThat(rows(copy)).isEmpty();
        }
    }

    @Test
    void crash_amidWritingTheLog_keepsTheCommitsBefore() throws IOException {
        put(table, "a", "1");
        table.commit();
        put(table, "b", "1");
        table.commit();
        copy(directory, elsewhere);
        cutLastByteOfTheLog(elsewhere);

        try (RocksTable copy = openIn(elsewhere)) {
            assertThat(rows(copy)).containsExactly("a=1");
        }
    }

    private static void cutLastByteOfTheLog(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Path log = files.filter(file -> file.toString().endsWith(".log"))
                    .findFirst()
                    .orElseThrow();
            byte[] whole = Files.readAllBytes(log);
            Files.write(log, Arrays.copyOf(whole, whole.length - 1));
        }
    }

    /** The builder of an index settles what it loaded beside a restore's loads. Few files, so that none is merged away. */
    @Test
    @Timeout(120)
    void crash_afterLoadsBesideASettle_losesNoneBeforeTheCommit() throws Exception {
        byte[] large = new byte[1 << 20];
        for (int round = 0; round < 40; round++) {
            Path own = Files.createDirectory(elsewhere.resolve("round" + round));
            Path crashed = Files.createDirectory(elsewhere.resolve("crashed" + round));
            try (RocksTable beside = openIn(own)) {
                LoadBatch first = new LoadBatch();
                first.put(Family.ROWS, bytes("large"), large);
                beside.load(first);
                Thread settling = new Thread(beside::settle);
                settling.start();
                int loads = 1 + round * 25;
                for (int load = 0; load < loads; load++) {
                    beside.load(batch("k", "v" + load));
                }
                settling.join();
                beside.put(Family.META, BATCHES, bytes("1"));
                beside.commit();
                copy(own, crashed);
                try (RocksTable copy = openIn(crashed)) {
                    assertThat(copy.get(Family.META, BATCHES))
                            .as("round " + round)
                            .isEqualTo(bytes("1"));
                    assertThat(copy.get(Family.ROWS, bytes("k")))
                            .as("what round " + round + " loaded before its commit")
                            .isEqualTo(bytes("v" + (loads - 1)));
                }
            }
        }
    }
}
