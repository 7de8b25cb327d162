package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.store.PartitionQuery.Contents;
import io.keyfold.store.PartitionReads.Held;
import io.keyfold.store.PartitionReads.Read;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a whole table out of its partitions: a key from the partition that its routing key hashes to, a range from
 * all of them, merged in key order. A position is taken before the read that it stands for.
 *
 * <p>A row in another partition than its home is found where home has none, and shown once.
 */
final class MergedReads {

    private static final int LEAST_PAGE = 32;
    static final String NOT_STARTED = "the table has not started";

    private final PartitionReads reads;
    private final StoredRowCodec rows;

    MergedReads(PartitionReads reads, StoredRowCodec rows) {
        this.reads = reads;
        this.rows = rows;
    }

    Lookup get(KeyBytes key) {
        return getAll(List.of(key)).get(0);
    }

    List<Lookup> getAll(List<KeyBytes> keys) {
        int count = reads.count();
        if (count == 0) {
            return keys.stream()
                    .<Lookup>map(key -> new Lookup.Unavailable(NOT_STARTED))
                    .toList();
        }
        Map<Integer, List<Integer>> byHome = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            byHome.computeIfAbsent(Homes.partition(keys.get(i).routingKey(), count), home -> new ArrayList<>())
                    .add(i);
        }
        @Nullable Lookup[] lookups = new Lookup[keys.size()];
        byHome.forEach((home, indexes) -> {
            List<Lookup> atHome =
                    at(home, indexes.stream().map(i -> keys.get(i).storageKey()).toList());
            for (int i = 0; i < indexes.size(); i++) {
                byte[] storageKey = keys.get(indexes.get(i)).storageKey();
                lookups[indexes.get(i)] = orForeign(home, storageKey, atHome.get(i));
            }
        });
        List<Lookup> all = new ArrayList<>(keys.size());
        for (Lookup lookup : lookups) {
            all.add(requireNonNull(lookup));
        }
        return all;
    }

    private List<Lookup> at(int partition, List<byte[]> storageKeys) {
        Read<Held> hold = reads.hold(partition);
        if (hold.unavailable().isPresent()) {
            Lookup none = hold.isElsewhere()
                    ? new Lookup.Elsewhere(partition)
                    : new Lookup.Unavailable(hold.unavailable().get());
            return storageKeys.stream().map(key -> none).toList();
        }
        try (Held held = requireNonNull(hold.result())) {
            Read<List<StoredBytes>> read = ask(partition, storageKeys);
            if (read.unavailable().isPresent()) {
                Lookup none = new Lookup.Unavailable(read.unavailable().get());
                return storageKeys.stream().map(key -> none).toList();
            }
            return requireNonNull(read.result()).stream()
                    .map(bytes -> lookup(bytes, held))
                    .toList();
        }
    }

    private Read<List<StoredBytes>> ask(int partition, List<byte[]> storageKeys) {
        if (storageKeys.size() > 1) {
            return reads.ask(partition, new PartitionQuery.Batch(storageKeys));
        }
        Read<StoredBytes> one = reads.ask(partition, new PartitionQuery.Point(storageKeys.get(0)));
        return one.unavailable().isPresent()
                ? Read.none(one.unavailable().get())
                : Read.of(List.of(requireNonNull(one.result())));
    }

    private Lookup lookup(StoredBytes bytes, Held held) {
        byte[] row = bytes.row();
        return row == null
                ? new Lookup.Nothing(held.asOf(), held.caughtUpAt(), held.marks())
                : new Lookup.Stored(rows.decode(row), held.asOf(), held.caughtUpAt(), held.marks());
    }

    /** A row may lie elsewhere: another partitioner, another spelling of its key. It is found, not denied. */
    private Lookup orForeign(int home, byte[] storageKey, Lookup atHome) {
        if (isRow(atHome) || atHome instanceof Lookup.Unavailable || atHome instanceof Lookup.Elsewhere) {
            return atHome;
        }
        Lookup best = atHome;
        for (int partition = 0; partition < reads.count(); partition++) {
            if (partition != home && reads.mayHaveForeignRows(partition)) {
                Lookup there = at(partition, List.of(storageKey)).get(0);
                best = better(best, there);
            }
        }
        return best;
    }

    private static Lookup better(Lookup best, Lookup other) {
        if (other instanceof Lookup.Unavailable && best instanceof Lookup.Nothing) {
            return other; // it may be there: to say that it is not would be a guess
        }
        if (!isRow(other)) {
            return best instanceof Lookup.Nothing && other instanceof Lookup.Stored ? other : best;
        }
        return isRow(best) && timestamp(best) >= timestamp(other) ? best : other;
    }

    private static boolean isRow(Lookup lookup) {
        return lookup instanceof Lookup.Stored stored && stored.row().isRow();
    }

    private static long timestamp(Lookup lookup) {
        return millis(((Lookup.Stored) lookup).row());
    }

    /** Of one key in two partitions that are not its home, the later record counts. */
    static long millis(StoredRow row) {
        return row.timestamp().map(Instant::toEpochMilli).orElse(0L);
    }

    Listing list(KeyRange range, int limit) {
        List<Listing.Entry> entries = new ArrayList<>();
        try (RangeMerge<StoredEntry> merge = merge(range, limit, Contents.ROWS)) {
            while (entries.size() < limit && merge.next()) {
                StoredEntry first = first(merge.current());
                entries.add(
                        new Listing.Entry(first.key(), first.storageKey(), rows.decode(requireNonNull(first.row()))));
            }
            boolean hasMore = entries.size() == limit && merge.next();
            return new Listing(entries, hasMore, merge.asOf(), merge.missing(), merge.marks());
        }
    }

    Tally count(KeyRange range, int limit) {
        long counted = 0;
        Optional<byte[]> last = Optional.empty();
        try (RangeMerge<StoredEntry> merge = merge(range, limit, Contents.KEYS)) {
            while (counted < limit && merge.next()) {
                counted++;
                last = Optional.of(merge.current().get(0).key());
            }
            boolean hasMore = counted == limit && merge.next();
            return new Tally(counted, hasMore ? last : Optional.empty(), merge.asOf(), merge.missing(), merge.marks());
        }
    }

    private RangeMerge<StoredEntry> merge(KeyRange range, int limit, Contents contents) {
        // A little more than its share, so that most listings ask each partition once.
        int pageSize = Math.min(limit + 1, Math.max(LEAST_PAGE, 2 * (limit + 1) / Math.max(1, reads.count())));
        return RangeMerge.over(reads, range, pageSize, (rest, size) -> new PartitionQuery.Rows(rest, size, contents));
    }

    /** Of one key in several partitions the home row comes first, then the latest. */
    static StoredEntry first(List<StoredEntry> ofOneKey) {
        StoredEntry first = ofOneKey.get(0);
        for (StoredEntry other : ofOneKey) {
            first = rank(other) < rank(first) ? other : first;
        }
        return first;
    }

    private static long rank(StoredEntry entry) {
        byte[] row = requireNonNull(entry.row());
        return StoredRowCodec.place(row) != Place.FOREIGN ? Long.MIN_VALUE : -StoredRowCodec.timestampMs(row);
    }
}
