package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.PartitionReads.Read;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a whole table out of its partitions: a key from the partition that its routing key hashes to, a range from
 * all of them, merged in key order. A position is taken before the read that it stands for.
 */
final class MergedReads {

    private static final String NOT_STARTED = "the table has not started";

    private final PartitionReads reads;
    private final StoredRowCodec rows;

    MergedReads(PartitionReads reads, StoredRowCodec rows) {
        this.reads = reads;
        this.rows = rows;
    }

    Lookup get(byte[] routingKey, byte[] storageKey) {
        int count = reads.count();
        if (count == 0) {
            return new Lookup.Unavailable(NOT_STARTED);
        }
        int home = Utils.toPositive(Utils.murmur2(routingKey)) % count;
        Lookup atHome = get(home, storageKey);
        if (!(atHome instanceof Lookup.Nothing)) {
            return atHome;
        }
        // A row may lie elsewhere: another partitioner, another spelling of its key. It is found, not denied.
        for (int partition = 0; partition < count; partition++) {
            if (partition != home
                    && get(partition, storageKey) instanceof Lookup.Stored stored
                    && stored.row().json().isPresent()) {
                return stored;
            }
        }
        return atHome;
    }

    private Lookup get(int partition, byte[] storageKey) {
        Read<PartitionPosition> position = reads.position(partition);
        if (position.unavailable().isPresent()) {
            return new Lookup.Unavailable(position.unavailable().get());
        }
        PartitionPosition asOf = requireNonNull(position.result());
        Read<byte[]> read = reads.get(partition, storageKey);
        if (read.unavailable().isPresent()) {
            return new Lookup.Unavailable(read.unavailable().get());
        }
        byte[] bytes = read.result();
        return bytes == null ? new Lookup.Nothing(asOf) : new Lookup.Stored(rows.decode(bytes), asOf);
    }

    Listing list(byte @Nullable [] from, byte @Nullable [] to, int limit) {
        if (reads.count() == 0) {
            return new Listing(List.of(), false, List.of(), Map.of(0, NOT_STARTED));
        }
        List<PartitionPosition> asOf = new ArrayList<>();
        Map<Integer, String> missing = new TreeMap<>();
        PriorityQueue<Cursor> cursors = new PriorityQueue<>(
                Comparator.comparing((Cursor cursor) -> cursor.storageKey(), Arrays::compareUnsigned)
                        .thenComparing(Cursor::newestFirst));
        List<KeyValueIterator<byte[], byte[]>> opened = new ArrayList<>();
        try {
            for (int partition = 0; partition < reads.count(); partition++) {
                Read<PartitionPosition> position = reads.position(partition);
                Read<KeyValueIterator<byte[], byte[]>> range =
                        position.unavailable().isPresent()
                                ? Read.none(position.unavailable().get())
                                : reads.range(partition, from, to);
                if (range.unavailable().isPresent()) {
                    missing.put(partition, range.unavailable().get());
                    continue;
                }
                KeyValueIterator<byte[], byte[]> iterator = requireNonNull(range.result());
                opened.add(iterator);
                asOf.add(requireNonNull(position.result()));
                Cursor cursor = new Cursor(iterator, to);
                if (cursor.advance()) {
                    cursors.add(cursor);
                }
            }
            return merge(cursors, limit, asOf, missing);
        } finally {
            opened.forEach(KeyValueIterator::close);
        }
    }

    private static Listing merge(
            PriorityQueue<Cursor> cursors, int limit, List<PartitionPosition> asOf, Map<Integer, String> missing) {
        List<Listing.Entry> entries = new ArrayList<>();
        byte @Nullable [] last = null;
        while (true) {
            Cursor cursor = cursors.poll();
            if (cursor == null) {
                return new Listing(entries, false, asOf, missing);
            }
            byte[] key = cursor.storageKey();
            if (!Arrays.equals(key, last)) {
                if (entries.size() == limit) {
                    return new Listing(entries, true, asOf, missing);
                }
                entries.add(new Listing.Entry(key, cursor.row()));
                last = key;
            }
            if (cursor.advance()) {
                cursors.add(cursor);
            }
        }
    }

    /** One partition's rows; marks without a row are passed over. */
    private final class Cursor {

        private final KeyValueIterator<byte[], byte[]> iterator;
        private final byte @Nullable [] to;
        private @Nullable KeyValue<byte[], StoredRow> current;

        Cursor(KeyValueIterator<byte[], byte[]> iterator, byte @Nullable [] to) {
            this.iterator = iterator;
            this.to = to;
        }

        boolean advance() {
            while (iterator.hasNext()) {
                KeyValue<byte[], byte[]> next = iterator.next();
                if (to != null && Arrays.compareUnsigned(next.key, to) >= 0) {
                    return false;
                }
                StoredRow row = rows.decode(next.value);
                if (row.json().isPresent()) {
                    current = KeyValue.pair(next.key, row);
                    return true;
                }
            }
            return false;
        }

        byte[] storageKey() {
            return requireNonNull(current).key;
        }

        StoredRow row() {
            return requireNonNull(current).value;
        }

        /** Of one key in two partitions the later record is listed. */
        long newestFirst() {
            return -row().timestamp().map(Instant::toEpochMilli).orElse(0L);
        }
    }
}
