package io.keyfold.store;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.LoadBatch;
import io.keyfold.store.rocks.RocksTable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.TimestampedBytesStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition of a table: Kafka Streams' store interface over {@link RocksTable}.
 *
 * <p>Closed → open → closed, any number of times: at the start Kafka Streams opens, commits and closes every store that
 * it finds, before its threads open them again. Nothing native is made before {@link #init}. Rows, the offset of the last
 * changelog record in them and the offset of the last source record move in one batch, so that what a crash leaves
 * agrees with itself; what was not committed is gone, and is read again.
 *
 * <p>Values come with eight bytes of timestamp before the stored row, as {@link TimestampedBytesStore} has it. They are
 * not kept: the row's own header has them. Written by one thread at a time, read by any.
 */
final class TablePartitionStore implements KeyValueStore<Bytes, byte[]>, TimestampedBytesStore {

    private static final Logger LOG = LoggerFactory.getLogger(TablePartitionStore.class);

    static final int TIMESTAMP_BYTES = Long.BYTES;

    private static final String DIRECTORY = "keyfold";
    private static final byte[] BINDING = "binding".getBytes(US_ASCII);
    private static final byte[] CHANGELOG_OFFSET = "changelog-offset".getBytes(US_ASCII);
    private static final byte[] APPLIED_OFFSET = "applied-offset".getBytes(US_ASCII);
    private static final long NONE = -1;

    private final String name;
    private final TableRun run;
    private int partition;
    private @Nullable Path directory;
    private volatile @Nullable RocksTable table;
    private volatile boolean hasForeign;
    /** Of the last record of the changelog in the rows; with {@code SOURCE_TOPIC} the changelog is the source topic. */
    private long changelogOffset = NONE;
    /** Of the last record of the source topic that was folded; with {@code CHANGELOG} perhaps an earlier one. */
    private long appliedOffset = NONE;

    private boolean offsetsMoved;

    TablePartitionStore(String name, TableRun run) {
        this.name = name;
        this.run = run;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        partition = context.taskId().partition();
        Path home = context.stateDir().toPath().resolve(DIRECTORY).resolve(name);
        directory = home;
        StoreOpening opening = new StoreOpening(run, partition, home);
        RocksTable opened = opening.open();
        table = opened;
        try {
            changelogOffset = offset(CHANGELOG_OFFSET);
            appliedOffset = offset(APPLIED_OFFSET);
            opening.misfit(opened.get(Family.META, BINDING), new StoreOpening.Offsets(changelogOffset, appliedOffset))
                    .ifPresent(why -> {
                        LOG.warn(
                                "The local copy of {}-{} is made anew: {}",
                                run.contract().name(),
                                partition,
                                why);
                        run.task().progress().rebuilt(partition, why);
                        forget();
                    });
            if (opened.get(Family.META, BINDING) == null) {
                bind();
            }
            hasForeign = !opened.isEmpty(Family.FOREIGN);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        run.opened(partition, this);
        context.register(root, new RestoreLoader(run, this, partition));
    }

    private long offset(byte[] key) {
        byte[] bytes = table().get(Family.META, key);
        return bytes == null ? NONE : ByteBuffer.wrap(bytes).getLong();
    }

    private void bind() {
        table().put(
                        Family.META,
                        BINDING,
                        TopicBinding.of(run.contract(), run.source()).encode());
        table().commit();
    }

    private void forget() {
        table().clear();
        changelogOffset = NONE;
        appliedOffset = NONE;
        offsetsMoved = false;
        hasForeign = false;
        bind();
    }

    /** The offset of the last source record that is in the rows, inclusive; -1 if none is. */
    long appliedOffset() {
        return appliedOffset;
    }

    /** Is written with the next commit. */
    void applied(long offset) {
        appliedOffset = Math.max(appliedOffset, offset);
        offsetsMoved = true;
    }

    boolean hasForeign() {
        return hasForeign;
    }

    @Override
    public void put(Bytes key, byte @Nullable [] valueAndTimestamp) {
        if (valueAndTimestamp == null) {
            remove(key.get());
            return;
        }
        byte[] row = withoutTimestamp(valueAndTimestamp);
        Place place = StoredRowCodec.place(row);
        table().put(family(place), key.get(), row);
        hasForeign |= place == Place.FOREIGN;
    }

    private void remove(byte[] key) {
        table().delete(Family.ROWS, key);
        if (hasForeign) {
            table().delete(Family.FOREIGN, key);
        }
    }

    static Family family(Place place) {
        return place == Place.HOME ? Family.ROWS : Family.FOREIGN;
    }

    static byte[] withoutTimestamp(byte[] valueAndTimestamp) {
        byte[] row = new byte[valueAndTimestamp.length - TIMESTAMP_BYTES];
        System.arraycopy(valueAndTimestamp, TIMESTAMP_BYTES, row, 0, row.length);
        return row;
    }

    static byte @Nullable [] withTimestamp(byte @Nullable [] row) {
        if (row == null) {
            return null;
        }
        return ByteBuffer.allocate(TIMESTAMP_BYTES + row.length)
                .putLong(Math.max(0, StoredRowCodec.timestampMs(row)))
                .put(row)
                .array();
    }

    @Override
    @SuppressWarnings("NullAway") // a store answers null for a key that is not there, without saying so
    public byte[] get(Bytes key) {
        return withTimestamp(find(key.get()));
    }

    /** What is stored for a key, in either family. */
    byte @Nullable [] find(byte[] key) {
        byte[] row = table().get(Family.ROWS, key);
        return row == null && hasForeign ? table().get(Family.FOREIGN, key) : row;
    }

    List<byte @Nullable []> findAll(List<byte[]> keys) {
        List<byte @Nullable []> rows = table().getAll(Family.ROWS, keys);
        if (!hasForeign) {
            return rows;
        }
        List<byte @Nullable []> all = new ArrayList<>(rows);
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) == null) {
                all.set(i, table().get(Family.FOREIGN, keys.get(i)));
            }
        }
        return all;
    }

    PartitionCursor cursor(KeyRange range) {
        return PartitionCursor.over(table(), range, hasForeign);
    }

    @Override
    @SuppressWarnings("NullAway") // as get
    public byte[] putIfAbsent(Bytes key, byte[] valueAndTimestamp) {
        byte[] before = get(key);
        if (before == null) {
            put(key, valueAndTimestamp);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    @SuppressWarnings("NullAway") // as get
    public byte[] delete(Bytes key) {
        byte[] before = get(key);
        remove(key.get());
        return before;
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return iterator(from, to, KeyRange.Direction.FORWARD);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseRange(@Nullable Bytes from, @Nullable Bytes to) {
        return iterator(from, to, KeyRange.Direction.REVERSE);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return iterator(null, null, KeyRange.Direction.FORWARD);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> reverseAll() {
        return iterator(null, null, KeyRange.Direction.REVERSE);
    }

    /** Kafka Streams' ranges include both ends; ours end before the least key behind. */
    private KeyValueIterator<Bytes, byte[]> iterator(
            @Nullable Bytes from, @Nullable Bytes to, KeyRange.Direction direction) {
        byte[] behind = to == null ? null : java.util.Arrays.copyOf(to.get(), to.get().length + 1);
        return new CursorIterator(cursor(new KeyRange(from == null ? null : from.get(), behind, direction)));
    }

    @Override
    public long approximateNumEntries() {
        return table().approximateRows(Family.ROWS) + table().approximateRows(Family.FOREIGN);
    }

    /** Brings a batch of a restore in: rows and offsets at once, without a write-ahead log. */
    void load(LoadBatch batch, long newChangelogOffset, long newAppliedOffset, boolean bringsForeign) {
        changelogOffset = newChangelogOffset;
        appliedOffset = Math.max(appliedOffset, newAppliedOffset);
        batch.put(Family.META, CHANGELOG_OFFSET, bytes(changelogOffset));
        batch.put(Family.META, APPLIED_OFFSET, bytes(appliedOffset));
        guarded(() -> table().load(batch));
        hasForeign |= bringsForeign;
    }

    /** No offset at all means that Kafka Streams has found the copy corrupt: nothing of it is kept. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        if (changelogOffsets.isEmpty()) {
            LOG.warn("The local copy of {}-{} is thrown away: it does not fit its changelog", name, partition);
            guarded(this::forget);
            return;
        }
        for (@Nullable Long offset : changelogOffsets.values()) {
            // Negative is Kafka Streams' "unknown": what is known here stays.
            if (offset != null && offset >= 0 && offset != changelogOffset) {
                changelogOffset = offset;
                offsetsMoved = true;
            }
        }
        if (offsetsMoved || table().uncommittedBytes() > 0) {
            table().put(Family.META, CHANGELOG_OFFSET, bytes(changelogOffset));
            table().put(Family.META, APPLIED_OFFSET, bytes(appliedOffset));
            guarded(() -> table().commit());
            offsetsMoved = false;
        }
    }

    private static byte[] bytes(long offset) {
        return ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
    }

    private void guarded(Runnable write) {
        try {
            write.run();
        } catch (CorruptStoreException e) {
            StoreOpening.markCorrupt(requireNonNull(directory));
            throw e;
        }
    }

    @Override
    @SuppressWarnings("NullAway") // the interface answers null for an offset that is not known, without saying so
    public Long committedOffset(TopicPartition changelog) {
        return changelogOffset == NONE ? null : changelogOffset;
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated from its first release on, and still the switch
    public boolean managesOffsets() {
        return true;
    }

    @Override
    public long approximateNumUncommittedBytes() {
        RocksTable open = table;
        return open == null ? 0 : open.uncommittedBytes();
    }

    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
        if (!(query instanceof PartitionQuery<R> known)) {
            return QueryResult.forUnknownQueryType(query, this);
        }
        if (!bound.isUnbounded()) {
            return QueryResult.notUpToBound(getPosition(), bound, partition);
        }
        return QueryResult.forResult(known.over(this));
    }

    /** Positions are kept beside the rows, see {@link PartitionProgress}. */
    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return table != null;
    }

    @Override
    public void close() {
        run.closed(partition, this);
        RocksTable open = table;
        table = null;
        if (open != null) {
            open.close();
        }
    }

    private RocksTable table() {
        RocksTable open = table;
        if (open == null) {
            throw new IllegalStateException("Cannot read " + name + "-" + partition + ": its store is closed");
        }
        return open;
    }
}
