package io.keyfold.store;

import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Measure.sum;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.RowValues;
import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While rows move from value to value and something is being built: a reader sees each row once, and no half of a change. */
class ProjectionReadersTest {

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");
    private static final TableSettings BUILT = TableSettings.of(CONTRACT)
            .index("by_status", "order_status")
            .total("quantity_by_status", sum("quantity"), groupBy("order_status"));
    private static final TableSettings MORE =
            BUILT.index("by_user", "user_id").total("quantity_by_user", sum("quantity"), groupBy("user_id"));
    private static final KeyRange ALL = new KeyRange(null, null, Direction.FORWARD);
    private static final int NO_LIMIT = 1_000_000;
    private static final int ROWS = 300;
    private static final int READERS = 2;
    private static final int READS = 80;
    private static final int ROWS_A_TURN = 3;

    @TempDir
    Path directory;

    private final KeyCodec keys = KeyCodec.of(CONTRACT);
    private final StoredRowCodec rows = new StoredRowCodec(CONTRACT.topic());
    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private long offset;

    @AfterEach
    void close() {
        threads.shutdownNow();
        memory.close();
    }

    @Test
    void readers_whileRowsMoveAndSomethingIsBuilt_seeEachRowOnceAndOneSum()
            throws InterruptedException, ExecutionException {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("ProjectionReadersTest: -Dseed=" + seed);
        Random random = new Random(seed);
        try (LocalCopy copy = open(Projections.of(BUILT))) {
            for (int number = 0; number < ROWS; number++) {
                put(copy, number, "S0");
            }
            copy.commit(offset);
        }
        AtomicBoolean ended = new AtomicBoolean();
        Projections more = Projections.of(MORE);
        try (LocalCopy copy = open(more)) {
            assertThat(copy.beginBuild()).as("something is to be built").isTrue();
            Future<?> writer = threads.submit(() -> move(copy, random, ended));
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                others.add(threads.submit(() ->
                        read(copy, more.indexes().subList(0, 1), more.totals().subList(0, 1))));
            }
            others.add(threads.submit(() -> buildAll(copy)));
            for (Future<?> other : others) {
                other.get();
            }
            read(copy, more.indexes(), more.totals());
            ended.set(true);
            writer.get();
            copy.commit(offset);
        } finally {
            ended.set(true);
        }
    }

    private LocalCopy open(Projections projections) {
        return new LocalCopy(
                RocksTable.open(directory, ProjectedCopy.families(projections), memory),
                directory,
                projections,
                new Retention(Duration.ofDays(1)));
    }

    /** As the thread that writes: rows change their status and their user, and nothing else. */
    private void move(LocalCopy copy, Random random, AtomicBoolean ended) {
        while (!ended.get()) {
            put(copy, random.nextInt(ROWS), "S" + random.nextInt(2));
            if (random.nextInt(50) == 0) {
                copy.commit(offset);
            }
        }
    }

    private void put(LocalCopy copy, int number, String status) {
        byte[] key = keys.storageKey(RowKey.of("A" + number, "I"));
        String json = "{\"order_id\":\"A" + number + "\",\"item_id\":\"I\",\"user_id\":\"U" + offset % 3
                + "\",\"quantity\":1,\"order_status\":\"" + status + "\"}";
        copy.put(
                key,
                rows.encode(new StoredRow(
                        Optional.of(new RowJson(json.getBytes(UTF_8))),
                        new RecordPosition(CONTRACT.topic(), 0, ++offset),
                        Optional.empty(),
                        Optional.empty())));
        copy.applied(offset);
    }

    @SuppressWarnings("ThreadPriorityCheck") // the others get their turn; nothing relies on it
    private static void buildAll(LocalCopy copy) {
        while (copy.buildNext(ROWS_A_TURN)) {
            Thread.yield();
        }
    }

    private static void read(LocalCopy copy, List<IndexProjection> indexes, List<TotalProjection> totals) {
        RowValues values = RowValues.of(CONTRACT);
        for (int i = 0; i < READS; i++) {
            indexes.forEach(index -> assertEachOnce(copy, index, values));
            totals.forEach(total -> assertSum(copy, total));
        }
    }

    private static void assertEachOnce(LocalCopy copy, IndexProjection index, RowValues values) {
        PartitionPage<StoredEntry> page = new PartitionQuery.IndexedRows(index, ALL, NO_LIMIT).over(copy);
        assertThat(page.unavailable()).isEmpty();
        assertThat(page.entries().stream()
                        .map(entry -> ByteBuffer.wrap(entry.storageKey()))
                        .distinct())
                .as(index.label())
                .hasSize(ROWS);
        assertThat(page.entries()).as(index.label()).hasSize(ROWS);
        for (StoredEntry entry : page.entries()) {
            byte[] key = entry.storageKey();
            var columns = requireNonNull(values.read(key, requireNonNull(entry.row())));
            if (!Arrays.equals(index.codec().entry(columns, key), entry.key())) {
                throw new AssertionError(index.label() + ": an entry is not that of the row which is given with it");
            }
        }
    }

    private static void assertSum(LocalCopy copy, TotalProjection total) {
        PartitionPage<GroupEntry> page = new PartitionQuery.Groups(total, ALL, NO_LIMIT).over(copy);
        assertThat(page.unavailable()).isEmpty();
        assertThat(page.entries().stream()
                        .map(GroupEntry::total)
                        .map(GroupTotal::sum)
                        .reduce(BigInteger.ZERO, BigInteger::add))
                .as(total.label())
                .isEqualTo(BigInteger.valueOf(ROWS));
    }
}
