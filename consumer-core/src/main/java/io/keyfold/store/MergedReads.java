package io.keyfold.store;

import static java.util.Objects.requireNonNull;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.store.PartitionQuery.Contents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
        int count = reads.count();
        if (count == 0) {
            return new Lookup.Unavailable(NOT_STARTED);
        }
        int home = Homes.partition(key.routingKey(), count);
        return orForeign(home, key.storageKey(), at(home, key.storageKey()));
    }

    /** The row at home, if it is there, and that can be told at once. */
    Optional<Lookup> peek(KeyBytes key) {
        int count = reads.count();
        if (count == 0) {
            return Optional.empty();
        }
        Held held = reads.hold(Homes.partition(key.routingKey(), count)).result();
        if (held == null) {
            return Optional.empty();
        }
        try (held) {
            StoredBytes found = held.peek(key.storageKey());
            byte[] row = found == null ? null : found.row();
            return row == null || !StoredRowCodec.isRow(row)
                    ? Optional.empty()
                    : Optional.of(KeyReads.stored(rows, row, held));
        }
    }

    List<Lookup> getAll(List<KeyBytes> keys) {
        int count = reads.count();
        if (count == 0) {
            return keys.stream()
                    .<Lookup>map(key -> new Lookup.Unavailable(NOT_STARTED))
                    .toList();
        }
        Map<Integer, List<byte[]>> byHome = new TreeMap<>();
        List<Integer> homes = new ArrayList<>(keys.size());
        for (KeyBytes key : keys) {
            int home = Homes.partition(key.routingKey(), count);
            homes.add(home);
            byHome.computeIfAbsent(home, keysOf -> new ArrayList<>()).add(key.storageKey());
        }
        Map<Integer, Iterator<Lookup>> found = getAll(byHome);
        List<Lookup> all = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            int home = homes.get(i);
            all.add(orForeign(
                    home,
                    keys.get(i).storageKey(),
                    requireNonNull(found.get(home)).next()));
        }
        return all;
    }

    /** Asks all partitions before it waits for any. */
    private Map<Integer, Iterator<Lookup>> getAll(Map<Integer, List<byte[]>> byHome) {
        List<KeyReads> begun = new ArrayList<>();
        try {
            byHome.forEach((home, keys) -> begun.add(new KeyReads(reads, rows, home, keys)));
            begun.forEach(KeyReads::begin);
            Map<Integer, Iterator<Lookup>> found = new HashMap<>();
            begun.forEach(home -> found.put(home.partition(), home.lookups().iterator()));
            return found;
        } finally {
            begun.forEach(KeyReads::close);
        }
    }

    private Lookup at(int partition, byte[] storageKey) {
        try (KeyReads read = new KeyReads(reads, rows, partition, List.of(storageKey))) {
            return read.lookups().get(0);
        }
    }

    /** A row may lie elsewhere: another partitioner, another spelling of its key. It is found, not denied. */
    private Lookup orForeign(int home, byte[] storageKey, Lookup atHome) {
        if (isRow(atHome) || atHome instanceof Lookup.Unavailable || atHome instanceof Lookup.Elsewhere) {
            return atHome;
        }
        Lookup best = atHome;
        for (int partition = 0; partition < reads.count(); partition++) {
            if (partition != home && reads.mayHaveForeignRows(partition)) {
                Lookup there = at(partition, storageKey);
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
