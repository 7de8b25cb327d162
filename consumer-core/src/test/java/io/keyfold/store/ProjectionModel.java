package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.RowValues;
import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.codec.TotalCodec;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.GroupListing.RankedRow;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A local copy with projections beside a sorted map of its rows; a crash takes both back to the last commit. */
final class ProjectionModel implements AutoCloseable {

    private static final KeyRange ALL = new KeyRange(null, null, Direction.FORWARD);
    private static final int NO_LIMIT = 1_000_000;

    private final TableContract contract;
    private final KeyCodec keys;
    private final StoredRowCodec rows;
    private final RowValues values;
    private final Path directory;
    private final Random random;
    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    private NavigableMap<byte[], byte[]> committed = new TreeMap<>(Arrays::compareUnsigned);
    private TableSettings declared;
    private Projections projections;
    private @Nullable LocalCopy copy;
    private long offset;

    ProjectionModel(TableContract contract, Path directory, Random random) {
        this.contract = contract;
        this.keys = KeyCodec.of(contract);
        this.rows = new StoredRowCodec(contract.topic());
        this.values = RowValues.of(contract);
        this.directory = directory;
        this.random = random;
        this.declared = TableSettings.of(contract);
        this.projections = Projections.of(declared);
    }

    TableSettings declared() {
        return declared;
    }

    /** Opens it with these declarations, as a start does; as after a restore, the build may begin. */
    void reopen(TableSettings table) {
        declared = table;
        projections = Projections.of(table);
        copy = new LocalCopy(
                RocksTable.open(directory, ProjectedCopy.families(projections), memory),
                directory,
                projections,
                new Retention(Duration.ofDays(1)));
        copy.beginBuild();
    }

    private LocalCopy copy() {
        return java.util.Objects.requireNonNull(copy);
    }

    void put() {
        byte[] key = key();
        byte[] row = row(place(key));
        copy().put(key, row);
        model.put(key, row);
    }

    void remove() {
        byte[] key = key();
        copy().remove(key);
        model.remove(key);
    }

    /** A bad record came: the row stays, marked; where there is none, the mark stands alone. */
    void mark() {
        byte[] key = key();
        byte[] before = model.get(key);
        RowMark mark = new RowMark(position(), "bad");
        StoredRow marked = before == null
                ? new StoredRow(Optional.empty(), position(), Optional.empty(), Optional.of(mark), place(key))
                : rows.decode(before).withMark(mark);
        copy().put(key, rows.encode(marked));
        model.put(key, rows.encode(marked));
    }

    void commit() {
        copy().applied(++offset);
        copy().commit(offset);
        committed = copyOf(model);
    }

    void buildSome() {
        copy().buildNext(1 + random.nextInt(8));
    }

    void buildAll() {
        copy().beginBuild();
        while (copy().buildNext(7)) {
            // on to the next rows
        }
    }

    /** Some records that were missed come in by a restore; then the build may begin. */
    void restoreSome() {
        commit();
        restore(1 + random.nextInt(5), 1);
    }

    /** So many that it is in bulk. */
    void restoreAll() {
        commit();
        restore(1 + random.nextInt(40), NO_LIMIT);
    }

    private void restore(int records, long offsets) {
        copy().restoreBegins(offsets);
        for (int i = 0; i < 2; i++) {
            RestoreBatch batch = new RestoreBatch();
            for (int j = 0; j < records; j++) {
                byte[] key = key();
                if (random.nextInt(3) == 0) {
                    batch.delete(key, place(key));
                    model.remove(key);
                } else {
                    byte[] row = row(place(key));
                    batch.put(key, row, place(key));
                    model.put(key, row);
                }
            }
            offset++;
            copy().load(batch, offset, offset);
            if (random.nextInt(4) == 0) {
                buildSome();
            }
        }
        copy().loaded();
        copy().commit(offset);
        committed = copyOf(model);
        copy().beginBuild();
    }

    /** What was not committed is gone, in the rows and in what follows from them. */
    void crash(TableSettings next) {
        copy().close();
        model = copyOf(committed);
        reopen(next);
    }

    void forget() {
        copy().forget();
        copy().bind(new byte[] {1});
        model.clear();
        committed.clear();
        offset = 0;
    }

    private static NavigableMap<byte[], byte[]> copyOf(NavigableMap<byte[], byte[]> map) {
        return new TreeMap<>(map);
    }

    /** Few keys, so that they meet. */
    private byte[] key() {
        return keys.storageKey(RowKey.of("A" + random.nextInt(12), "I" + random.nextInt(6)));
    }

    private static Place place(byte[] key) {
        return Arrays.hashCode(key) % 5 == 0 ? Place.FOREIGN : Place.HOME;
    }

    private RecordPosition position() {
        return new RecordPosition(contract.topic(), 0, ++offset);
    }

    private byte[] row(Place place) {
        String json = "{\"order_id\":\"x\",\"item_id\":\"y\",\"user_id\":" + text("U", 4) + ",\"sku_id\":"
                + text("S", 3)
                + ",\"quantity\":" + (random.nextInt(8) == 0 ? "null" : random.nextInt(5) - 2) + ",\"amount\":"
                + (random.nextInt(8) == 0 ? "null" : (random.nextInt(2000) - 500) / 100.0) + ",\"order_status\":"
                + text("ST", 3) + ",\"update_time\":" + time() + "}";
        return rows.encode(new StoredRow(
                Optional.of(new RowJson(json.getBytes(UTF_8))), position(), Optional.empty(), Optional.empty(), place));
    }

    private String text(String beginning, int many) {
        return random.nextInt(8) == 0 ? "null" : "\"" + beginning + random.nextInt(many) + "\"";
    }

    private String time() {
        return random.nextInt(8) == 0
                ? "null"
                : "\"2026-01-0" + (1 + random.nextInt(2)) + " 00:0" + random.nextInt(3) + ":1" + random.nextInt(9)
                        + "\"";
    }

    void checkAllBuilt(String when) {
        assertThat(copy().builds()).as(when).isEmpty();
        check(when);
    }

    /** Whatever is built equals what the rows give. */
    void check(String when) {
        for (IndexProjection index : projections.indexes()) {
            PartitionPage<StoredEntry> page = new PartitionQuery.IndexedRows(index, ALL, NO_LIMIT).over(copy());
            if (page.unavailable().isEmpty()) {
                assertThat(page.entries().stream().map(ProjectionModel::text).toList())
                        .as(when + " " + index.label())
                        .isEqualTo(expected(index).stream()
                                .map(ProjectionModel::text)
                                .toList());
            }
        }
        for (TotalProjection total : projections.totals()) {
            PartitionPage<GroupEntry> page = new PartitionQuery.Groups(total, ALL, NO_LIMIT).over(copy());
            if (page.unavailable().isEmpty()) {
                assertThat(page.entries().stream().map(ProjectionModel::text).toList())
                        .as(when + " " + total.label())
                        .isEqualTo(expected(total).stream()
                                .map(ProjectionModel::text)
                                .toList());
            }
        }
    }

    private List<StoredEntry> expected(IndexProjection index) {
        List<StoredEntry> entries = new ArrayList<>();
        model.forEach((key, row) -> {
            @Nullable Object @Nullable [] columns = values.read(key, row);
            if (columns != null) {
                entries.add(new StoredEntry(index.codec().entry(columns, key), key, row));
            }
        });
        entries.sort(Comparator.comparing(StoredEntry::key, Arrays::compareUnsigned));
        return entries;
    }

    /** Added up row by row; the greatest found by sorting all. */
    private List<GroupEntry> expected(TotalProjection total) {
        TotalCodec codec = total.codec();
        NavigableMap<byte[], GroupEntry> groups = new TreeMap<>(Arrays::compareUnsigned);
        model.forEach((key, row) -> {
            @Nullable Object @Nullable [] columns = values.read(key, row);
            if (columns != null && StoredRowCodec.place(row) == Place.HOME) {
                byte[] group = codec.group(columns);
                GroupEntry known = groups.getOrDefault(group, new GroupEntry(group, GroupTotal.NOTHING, List.of()));
                List<RankedRow> top = new ArrayList<>(known.top());
                byte[] measured = codec.topRows() == 0 ? null : codec.measured(columns);
                if (measured != null) {
                    top.add(new RankedRow(measured, key));
                }
                groups.put(group, new GroupEntry(group, codec.plus(known.total(), columns), top));
            }
        });
        return groups.values().stream()
                .map(entry -> new GroupEntry(entry.key(), entry.total(), greatest(entry.top(), codec.topRows())))
                .toList();
    }

    private static List<RankedRow> greatest(List<RankedRow> all, int limit) {
        return all.stream()
                .sorted(Comparator.comparing((RankedRow row) -> HexFormat.of().formatHex(row.measured()))
                        .thenComparing(row -> HexFormat.of().formatHex(row.storageKey()))
                        .reversed())
                .limit(limit)
                .toList();
    }

    private static String text(StoredEntry entry) {
        return hex(entry.key()) + " " + hex(entry.storageKey()) + " " + hex(entry.row());
    }

    private static String text(GroupEntry entry) {
        GroupTotal total = entry.total();
        List<String> top = entry.top().stream()
                .map(row -> hex(row.measured()) + "/" + hex(row.storageKey()))
                .toList();
        return hex(entry.key()) + " " + total.rows() + " " + total.values() + " " + total.sum() + " "
                + hex(total.extreme()) + " " + top;
    }

    private static String hex(byte @Nullable [] bytes) {
        return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        copy().close();
        memory.close();
    }
}
