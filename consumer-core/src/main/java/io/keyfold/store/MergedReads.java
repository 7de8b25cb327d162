package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.row.PartitionPosition;
import io.keyfold.store.PartitionReads.Held;
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
        if (atHome instanceof Lookup.Unavailable || isRow(atHome)) {
            return atHome;
        }
        // A row may lie elsewhere: another partitioner, another spelling of its key. It is found, not denied.
        Lookup elsewhere = atHome;
        for (int partition = 0; partition < count; partition++) {
            Lookup there = partition == home ? atHome : get(partition, storageKey);
            if (isRow(there)) {
                return there;
            }
            if (there instanceof Lookup.Stored && !(elsewhere instanceof Lookup.Stored)) {
                elsewhere = there;
            }
        }
        return elsewhere;
    }

    private static boolean isRow(Lookup lookup) {
        return lookup instanceof Lookup.Stored stored && stored.row().json().isPresent();
    }

    private Lookup get(int partition, byte[] storageKey) {
        Read<Held> hold = reads.hold(partition);
        if (hold.unavailable().isPresent()) {
            return new Lookup.Unavailable(hold.unavailable().get());
        }
        try (Held held = requireNonNull(hold.result())) {
            Read<byte[]> read = reads.get(partition, storageKey);
            if (read.unavailable().isPresent()) {
                return new Lookup.Unavailable(read.unavailable().get());
            }
            byte[] bytes = read.result();
            return bytes == null ? new Lookup.Nothing(held.asOf()) : new Lookup.Stored(rows.decode(bytes), held.asOf());
        }
    }

    Listing list(byte @Nullable [] from, byte @Nullable [] to, int limit) {
        if (reads.count() == 0) {
            return new Listing(List.of(), false, List.of(), Map.of(0, NOT_STARTED));
        }
        Map<Integer, String> missing = new TreeMap<>();
        List<PartitionRange> ranges = new ArrayList<>();
        try {
            for (int partition = 0; partition < reads.count(); partition++) {
                Read<PartitionRange> range = open(partition, from, to);
                if (range.unavailable().isPresent()) {
                    missing.put(partition, range.unavailable().get());
                } else {
                    ranges.add(requireNonNull(range.result()));
                }
            }
            return merge(ranges, limit, missing);
        } finally {
            ranges.forEach(PartitionRange::close);
        }
    }

    private Read<PartitionRange> open(int partition, byte @Nullable [] from, byte @Nullable [] to) {
        Read<Held> hold = reads.hold(partition);
        if (hold.unavailable().isPresent()) {
            return Read.none(hold.unavailable().get());
        }
        Held held = requireNonNull(hold.result());
        Read<KeyValueIterator<byte[], byte[]>> range = reads.range(partition, from, to);
        if (range.unavailable().isPresent()) {
            held.close();
            return Read.none(range.unavailable().get());
        }
        return Read.of(new PartitionRange(held, requireNonNull(range.result()), to));
    }

    private static Listing merge(List<PartitionRange> ranges, int limit, Map<Integer, String> missing) {
        List<PartitionPosition> asOf =
                ranges.stream().map(range -> range.held.asOf()).toList();
        PriorityQueue<PartitionRange> next = new PriorityQueue<>(
                Comparator.comparing((PartitionRange range) -> range.storageKey(), Arrays::compareUnsigned)
                        .thenComparing(PartitionRange::newestFirst));
        ranges.stream().filter(PartitionRange::advance).forEach(next::add);
        List<Listing.Entry> entries = new ArrayList<>();
        byte @Nullable [] last = null;
        while (true) {
            PartitionRange range = next.poll();
            if (range == null) {
                return new Listing(entries, false, asOf, missing);
            }
            byte[] key = range.storageKey();
            if (!Arrays.equals(key, last)) {
                if (entries.size() == limit) {
                    return new Listing(entries, true, asOf, missing);
                }
                entries.add(new Listing.Entry(key, range.row()));
                last = key;
            }
            if (range.advance()) {
                next.add(range);
            }
        }
    }

    /** One partition's rows; marks without a row are passed over. */
    private final class PartitionRange implements AutoCloseable {

        private final Held held;
        private final KeyValueIterator<byte[], byte[]> iterator;
        private final byte @Nullable [] to;
        private @Nullable KeyValue<byte[], StoredRow> current;

        PartitionRange(Held held, KeyValueIterator<byte[], byte[]> iterator, byte @Nullable [] to) {
            this.held = held;
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

        @Override
        public void close() {
            iterator.close();
            held.close();
        }
    }
}
