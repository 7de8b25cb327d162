package io.keyfold.store;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.config.TableSettings;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.StaleMark;
import io.keyfold.schemas.TableContracts;
import io.keyfold.store.rocks.RocksMemory;
import io.keyfold.store.rocks.RocksTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Partitions in real local copies, some of which may be elsewhere, not ready, or fail after a number of questions. */
final class LocalPartitions implements PartitionReads, HeldHere.Questions, AutoCloseable {

    static final StoredRowCodec ROWS = new StoredRowCodec("t");

    static final Projections NONE_DECLARED = Projections.of(TableSettings.of(TableContracts.named("dwd_order_item")));

    private final RocksMemory memory = RocksMemory.of(16L << 20);
    private final List<LocalCopy> copies = new ArrayList<>();
    private final Map<Integer, Read<Held>> refused = new HashMap<>();
    private final Map<Integer, Integer> questionsLeft = new HashMap<>();
    private final Map<Integer, StaleMark> stale = new HashMap<>();
    private final Map<Integer, StaleMark> staleOnce = new HashMap<>();
    private int held;
    private int questions;

    LocalPartitions(Path directory, int count) {
        this(directory, count, NONE_DECLARED);
    }

    LocalPartitions(Path directory, int count, Projections declared) {
        for (int partition = 0; partition < count; partition++) {
            Path own = directory.resolve(Integer.toString(partition));
            copies.add(new LocalCopy(
                    RocksTable.open(own, ProjectedCopy.families(declared), memory),
                    own,
                    declared,
                    new Retention(Duration.ofDays(1))));
        }
    }

    /** A row of that text at that partition, home or foreign; committed or not makes no difference to reads. */
    void row(int partition, String key, String json, Place place, long timestampMs) {
        row(partition, key.getBytes(StandardCharsets.UTF_8), json, place, timestampMs);
    }

    void row(int partition, byte[] storageKey, String json, Place place, long timestampMs) {
        StoredRow row = new StoredRow(
                Optional.of(new RowJson(json.getBytes(StandardCharsets.UTF_8))),
                new RecordPosition("t", partition, 7),
                Optional.of(Instant.ofEpochMilli(timestampMs)),
                Optional.empty(),
                place);
        copies.get(partition).put(storageKey, ROWS.encode(row));
    }

    void refuse(int partition, Read<Held> why) {
        refused.put(partition, why);
    }

    /** From now on its rows may have been deleted upstream. */
    void suspect(int partition, StaleMark mark) {
        stale.put(partition, mark);
    }

    /** The next who holds it finds its rows stale, those after that find them fresh: an audit has passed in between. */
    void suspectOnce(int partition, StaleMark mark) {
        staleOnce.put(partition, mark);
    }

    /** After so many questions more, the partition cannot be read. */
    void failAfter(int partition, int more) {
        questionsLeft.put(partition, more);
    }

    int held() {
        return held;
    }

    int questions() {
        return questions;
    }

    @Override
    public int count() {
        return copies.size();
    }

    @Override
    public Read<Held> hold(int partition) {
        Read<Held> why = refused.get(partition);
        if (why != null) {
            return why;
        }
        held++;
        Optional<StaleMark> mark =
                Optional.ofNullable(staleOnce.remove(partition)).or(() -> Optional.ofNullable(stale.get(partition)));
        return Read.of(new HeldHere(
                this,
                new PartitionPosition("t", partition, 8),
                mark.flatMap(StaleMark::caughtUpAt),
                new PartitionMarks(mark, Optional.empty()),
                () -> held--));
    }

    @Override
    public <R> Read<R> ask(int partition, PartitionQuery<R> query) {
        questions++;
        Integer left = questionsLeft.computeIfPresent(partition, (p, before) -> before - 1);
        return left != null && left < 0 ? Read.none("gone") : Read.of(query.over(copies.get(partition)));
    }

    @Override
    public boolean mayHaveForeignRows(int partition) {
        return copies.get(partition).hasForeign();
    }

    @Override
    public void close() {
        copies.forEach(LocalCopy::close);
        memory.close();
    }
}
