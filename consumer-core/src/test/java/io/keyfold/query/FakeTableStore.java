package io.keyfold.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.codec.KeyCodec;
import io.keyfold.codec.StoredRow;
import io.keyfold.config.TableSettings;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.metrics.PartitionAudit;
import io.keyfold.metrics.TableCounters;
import io.keyfold.metrics.TableCounts;
import io.keyfold.row.PartitionMarks;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.row.StaleMark;
import io.keyfold.row.WaitingMark;
import io.keyfold.schemas.TableContract;
import io.keyfold.store.GroupListing;
import io.keyfold.store.KeyBytes;
import io.keyfold.store.KeyRange;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.Listing;
import io.keyfold.store.Lookup;
import io.keyfold.store.PartitionProgress;
import io.keyfold.store.TableNotes;
import io.keyfold.store.TableStore;
import io.keyfold.store.Tally;
import io.keyfold.store.TopicNote;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A table in memory, a sorted map a partition, its rows written by the test. For one thread. */
public final class FakeTableStore implements TableStore {

    private final TableSettings settings;
    private final TableContract contract;
    private final KeyCodec keys;
    private final List<NavigableMap<byte[], StoredRow>> partitions = new ArrayList<>();
    private final Set<Integer> elsewhere = new HashSet<>();
    private final Set<Integer> restoring = new HashSet<>();
    private final Map<Integer, PartitionMarks> marks = new TreeMap<>();
    private final List<AuditKind> audits = new ArrayList<>();
    private TableNotes notes = TableNotes.NONE;
    private List<TopicNote> topicNotes = List.of();

    /** An empty table of which all partitions are here. */
    public FakeTableStore(TableContract contract, int partitionCount) {
        this(TableSettings.of(contract), partitionCount);
    }

    /** An empty table with indexes and totals, of which all partitions are here. */
    public FakeTableStore(TableSettings settings, int partitionCount) {
        this.settings = settings;
        this.contract = settings.contract();
        this.keys = KeyCodec.of(contract);
        for (int i = 0; i < partitionCount; i++) {
            partitions.add(new TreeMap<>(Arrays::compareUnsigned));
        }
    }

    /** {@return the partition that a key is at home in} */
    public int home(RowKey key) {
        return Math.floorMod(Arrays.hashCode(keys.routingKey(key)), partitions.size());
    }

    /** Writes a row. */
    public void upsert(RowKey key, String json) {
        Optional<RowJson> value = Optional.of(new RowJson(json.getBytes(UTF_8)));
        put(key, new StoredRow(value, written(key), Optional.empty(), Optional.empty()));
    }

    /** Leaves a mark where there is no row. */
    public void markWithoutRow(RowKey key, String reason) {
        RowMark mark = new RowMark(written(key), reason);
        put(key, new StoredRow(Optional.empty(), written(key), Optional.empty(), Optional.of(mark)));
    }

    /** Gives a partition to another instance. */
    public void lose(int partition) {
        elsewhere.add(partition);
    }

    /** Makes a partition unreadable. */
    public void restore(int partition) {
        restoring.add(partition);
    }

    /** Lets newer data of a partition wait. */
    public void waiting(int partition, WaitingMark mark) {
        marks.merge(
                partition,
                new PartitionMarks(Optional.empty(), Optional.of(mark)),
                (old, now) -> new PartitionMarks(old.stale(), now.waiting()));
    }

    /** Lets the rows of a partition be stale. */
    public void suspect(int partition, StaleMark mark) {
        marks.merge(
                partition,
                new PartitionMarks(Optional.of(mark), Optional.empty()),
                (old, now) -> new PartitionMarks(now.stale(), old.waiting()));
    }

    /** {@return the audits that were begun} */
    public List<AuditKind> audits() {
        return audits;
    }

    /** Says what the table has noticed. */
    public void notice(TableNotes noticed) {
        notes = noticed;
    }

    /** Says what a look at the topics found. */
    public void noticeTopics(List<TopicNote> noticed) {
        topicNotes = noticed;
    }

    private void put(RowKey key, StoredRow row) {
        partitions.get(home(key)).put(keys.storageKey(key), row);
    }

    private RecordPosition written(RowKey key) {
        return new RecordPosition(contract.topic(), home(key), 0);
    }

    @Override
    public TableSettings settings() {
        return settings;
    }

    @Override
    public int partitionCount() {
        return partitions.size();
    }

    @Override
    public boolean isAssigned() {
        return true;
    }

    @Override
    public List<PartitionProgress> progress() {
        return List.of();
    }

    @Override
    public TableCounts counts() {
        return new TableCounters().counts();
    }

    @Override
    public TableNotes notes() {
        return notes;
    }

    @Override
    public CompletableFuture<List<PartitionAudit>> audit(AuditKind kind) {
        audits.add(kind);
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public List<TopicNote> topicNotes() {
        return topicNotes;
    }

    @Override
    public Optional<String> waiting() {
        return Optional.empty();
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }

    @Override
    public Lookup get(KeyBytes key) {
        int home = Math.floorMod(Arrays.hashCode(key.routingKey()), partitions.size());
        if (elsewhere.contains(home)) {
            return new Lookup.Elsewhere(home);
        }
        Optional<String> reason = unavailable(home);
        if (reason.isPresent()) {
            return new Lookup.Unavailable(reason.get());
        }
        StoredRow row = partitions.get(home).get(key.storageKey());
        PartitionMarks of = marks.getOrDefault(home, PartitionMarks.NONE);
        Optional<Instant> caughtUpAt = of.stale().flatMap(StaleMark::caughtUpAt);
        return row == null
                ? new Lookup.Nothing(asOf(home), caughtUpAt, of)
                : new Lookup.Stored(row, asOf(home), caughtUpAt, of);
    }

    @Override
    public List<Lookup> getAll(List<KeyBytes> all) {
        return all.stream().map(this::get).toList();
    }

    @Override
    public Listing list(KeyRange range, int limit) {
        NavigableMap<byte[], StoredRow> merged = new TreeMap<>(Arrays::compareUnsigned);
        List<PartitionPosition> asOf = new ArrayList<>();
        Map<Integer, String> missing = new TreeMap<>();
        for (int partition = 0; partition < partitions.size(); partition++) {
            Optional<String> reason = unavailable(partition);
            if (reason.isPresent()) {
                missing.put(partition, reason.get());
            } else {
                merged.putAll(partitions.get(partition));
                asOf.add(asOf(partition));
            }
        }
        return listing(cut(merged, range), limit, asOf, missing);
    }

    @Override
    public Tally count(KeyRange range, int limit) {
        Listing listing = list(range, limit);
        List<Listing.Entry> rows = listing.rows();
        Optional<byte[]> last =
                listing.hasMore() ? Optional.of(rows.get(rows.size() - 1).storageKey()) : Optional.empty();
        return new Tally(rows.size(), last, listing.asOf(), listing.missing(), marks);
    }

    @Override
    public boolean readBetweenChanges(int partition, byte @Nullable [] after, int limit, Consumer<Listing> taker) {
        if (unavailable(partition).isPresent()) {
            return false;
        }
        NavigableMap<byte[], StoredRow> rows = partitions.get(partition);
        rows = after == null ? rows : rows.tailMap(after, false);
        taker.accept(listing(rows, limit, List.of(asOf(partition)), Map.of()));
        return true;
    }

    private Optional<String> unavailable(int partition) {
        if (elsewhere.contains(partition)) {
            return Optional.of("partition " + partition + " is not assigned to this instance");
        }
        return restoring.contains(partition)
                ? Optional.of("partition " + partition + " is being restored")
                : Optional.empty();
    }

    /** Every row, in storage key order: indexes and totals are tested over real copies. */
    @Override
    public Listing listIndexed(String index, KeyRange range, int limit) {
        return list(new KeyRange(null, null, Direction.FORWARD), limit);
    }

    /** No groups. */
    @Override
    public GroupListing groups(String total, KeyRange range, int limit) {
        return new GroupListing(List.of(), false, List.of(), Map.of(), marks);
    }

    @Override
    public GroupListing greatestGroups(String total, KeyRange range, int limit, int mostGroups) {
        return groups(total, range, limit);
    }

    @Override
    public List<BuildProgress> builds(int partition) {
        return List.of();
    }

    private PartitionPosition asOf(int partition) {
        return new PartitionPosition(contract.topic(), partition, 1);
    }

    private static NavigableMap<byte[], StoredRow> cut(NavigableMap<byte[], StoredRow> rows, KeyRange range) {
        NavigableMap<byte[], StoredRow> cut = range.from() == null ? rows : rows.tailMap(range.from(), true);
        cut = range.to() == null ? cut : cut.headMap(range.to(), false);
        return range.direction() == Direction.FORWARD ? cut : cut.descendingMap();
    }

    private Listing listing(
            NavigableMap<byte[], StoredRow> rows,
            int limit,
            List<PartitionPosition> asOf,
            Map<Integer, String> missing) {
        List<Listing.Entry> entries = rows.entrySet().stream()
                .filter(row -> row.getValue().json().isPresent())
                .map(row -> new Listing.Entry(row.getKey(), row.getKey(), row.getValue()))
                .toList();
        boolean hasMore = entries.size() > limit;
        return new Listing(hasMore ? entries.subList(0, limit) : entries, hasMore, asOf, missing, marks);
    }
}
