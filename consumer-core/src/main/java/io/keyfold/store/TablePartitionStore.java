package io.keyfold.store;

import io.keyfold.codec.StoredRowCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
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

/**
 * One partition of a table as Kafka Streams' store, over its {@link LocalCopy}.
 *
 * <p>Closed → open → closed, any number of times: at the start Kafka Streams opens, commits and closes every store that
 * it finds, before its threads open them again. Nothing native is made before {@link #init}.
 *
 * <p>Values come with eight bytes of timestamp before the stored row, as {@link TimestampedBytesStore} has it. They are
 * not kept: the row's own header has them.
 */
final class TablePartitionStore implements KeyValueStore<Bytes, byte[]>, TimestampedBytesStore {

    static final int TIMESTAMP_BYTES = Long.BYTES;
    private static final String DIRECTORY = "keyfold";

    private final String name;
    private final TableRun run;
    private final LocalCopies copies;
    private int partition;
    private volatile @Nullable LocalCopy copy;

    TablePartitionStore(String name, TableRun run) {
        this.name = name;
        this.run = run;
        this.copies = new LocalCopies(run);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        partition = context.taskId().partition();
        LocalCopy opened = copies.open(
                partition, context.stateDir().toPath().resolve(DIRECTORY).resolve(name));
        copy = opened;
        run.opened(partition, opened);
        context.register(root, new RestoreLoader(run, opened, partition));
    }

    static byte[] withoutTimestamp(byte[] valueAndTimestamp) {
        return Arrays.copyOfRange(valueAndTimestamp, TIMESTAMP_BYTES, valueAndTimestamp.length);
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
    public void put(Bytes key, byte @Nullable [] valueAndTimestamp) {
        if (valueAndTimestamp == null) {
            copy().remove(key.get());
        } else {
            copy().put(key.get(), withoutTimestamp(valueAndTimestamp));
        }
    }

    @Override
    @SuppressWarnings("NullAway") // a store answers null for a key that is not there, without saying so
    public byte[] get(Bytes key) {
        return withTimestamp(copy().findToWrite(key.get()));
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
        copy().remove(key.get());
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
        byte[] behind = to == null ? null : Arrays.copyOf(to.get(), to.get().length + 1);
        return new CursorIterator(copy().cursor(new KeyRange(from == null ? null : from.get(), behind, direction)));
    }

    @Override
    public long approximateNumEntries() {
        return copy().approximateRows();
    }

    /** No offset at all means that Kafka Streams has found the copy corrupt: nothing of it is kept. */
    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        LocalCopy open = copy();
        if (changelogOffsets.isEmpty()) {
            copies.reset(partition, open);
            return;
        }
        long offset = open.changelogOffset();
        for (@Nullable Long given : changelogOffsets.values()) {
            // Negative is Kafka Streams' "unknown": what is known here stays.
            offset = given == null || given < 0 ? offset : given;
        }
        open.commit(offset);
        run.task().progress().committed(partition);
    }

    @Override
    @SuppressWarnings("NullAway") // the interface answers null for an offset that is not known, without saying so
    public Long committedOffset(TopicPartition changelog) {
        long offset = copy().changelogOffset();
        return offset == LocalCopy.NONE ? null : offset;
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated from its first release on, and still the switch
    public boolean managesOffsets() {
        return true;
    }

    @Override
    public long approximateNumUncommittedBytes() {
        LocalCopy open = copy;
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
        return QueryResult.forResult(known.over(copy()));
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
        return copy != null;
    }

    @Override
    public void close() {
        LocalCopy open = copy;
        copy = null;
        if (open != null) {
            run.closed(partition, open);
            open.close();
        }
    }

    private LocalCopy copy() {
        LocalCopy open = copy;
        if (open == null) {
            throw new IllegalStateException("Cannot read " + name + "-" + partition + ": its store is closed");
        }
        return open;
    }
}
