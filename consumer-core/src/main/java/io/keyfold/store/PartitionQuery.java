package io.keyfold.store;

import io.keyfold.codec.GroupTotal;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.store.GroupListing.RankedRow;
import io.keyfold.store.KeyRange.Direction;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.RowCursor;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.query.Query;
import org.jspecify.annotations.Nullable;

/**
 * A question to one partition's local copy, asked through Kafka Streams' interactive queries. What it reads it copies out:
 * no iterator leaves it.
 */
sealed interface PartitionQuery<R> extends Query<R> {

    /** A page of rows ends behind the row with which it has more, however many may come. */
    long PAGE_BYTES = 8L << 20;

    /** Any thread, while it is open. */
    R over(LocalCopy copy);

    /** What the keys in it have together. */
    long keyBytes();

    /**
     * What is stored for one key.
     *
     * @param key its storage key
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record Point(byte[] key) implements PartitionQuery<StoredBytes> {

        @Override
        public StoredBytes over(LocalCopy copy) {
            return new StoredBytes(copy.find(key));
        }

        @Override
        public long keyBytes() {
            return key.length;
        }
    }

    /**
     * What is stored for each of several keys, in their order.
     *
     * @param keys their storage keys
     */
    record Batch(List<byte[]> keys) implements PartitionQuery<List<StoredBytes>> {

        @Override
        public List<StoredBytes> over(LocalCopy copy) {
            return copy.findAll(keys).stream().map(StoredBytes::new).toList();
        }

        @Override
        public long keyBytes() {
            return keys.stream().mapToLong(key -> key.length).sum();
        }
    }

    /** What a page is read for. */
    enum Contents {
        /** Keys and rows. */
        ROWS,
        /** Keys alone, to be counted. */
        KEYS
    }

    /**
     * The first rows of a range.
     *
     * @param range which keys, in which order: a prefix is a range
     * @param limit rows at most
     * @param contents what is copied out
     */
    record Rows(KeyRange range, int limit, Contents contents) implements PartitionQuery<PartitionPage<StoredEntry>> {

        @Override
        public PartitionPage<StoredEntry> over(LocalCopy copy) {
            return copy.guarded(() -> read(copy));
        }

        @Override
        public long keyBytes() {
            return range.bytes();
        }

        private PartitionPage<StoredEntry> read(LocalCopy copy) {
            List<StoredEntry> entries = new ArrayList<>();
            try (PartitionCursor cursor = copy.cursor(range)) {
                long bytes = 0;
                while (cursor.next()) {
                    if (entries.size() == limit || bytes > PAGE_BYTES) {
                        return PartitionPage.of(entries, true);
                    }
                    byte @Nullable [] row = contents == Contents.ROWS ? cursor.value() : null;
                    StoredEntry entry = new StoredEntry(cursor.key(), cursor.key(), row);
                    entries.add(entry);
                    bytes += entry.bytes();
                }
            }
            return PartitionPage.of(entries, false);
        }
    }

    /**
     * The first rows whose home is another partition.
     *
     * @param range which keys
     * @param limit rows at most
     */
    record ForeignRows(KeyRange range, int limit) implements PartitionQuery<PartitionPage<StoredEntry>> {

        @Override
        public PartitionPage<StoredEntry> over(LocalCopy copy) {
            return copy.guarded(() -> read(copy));
        }

        @Override
        public long keyBytes() {
            return range.bytes();
        }

        private PartitionPage<StoredEntry> read(LocalCopy copy) {
            List<StoredEntry> entries = new ArrayList<>();
            try (RowCursor cursor = copy.entries(Family.FOREIGN, range)) {
                long bytes = 0;
                while (cursor.next()) {
                    if (!StoredRowCodec.isRow(cursor.value())) {
                        continue;
                    }
                    if (entries.size() == limit || bytes > PAGE_BYTES) {
                        return PartitionPage.of(entries, true);
                    }
                    StoredEntry entry = new StoredEntry(cursor.key(), cursor.key(), cursor.value());
                    entries.add(entry);
                    bytes += entry.bytes();
                }
            }
            return PartitionPage.of(entries, false);
        }
    }

    /**
     * The first rows of a range of an index.
     *
     * @param index the index
     * @param range which of its entries, in which order
     * @param limit rows at most
     */
    record IndexedRows(IndexProjection index, KeyRange range, int limit)
            implements PartitionQuery<PartitionPage<StoredEntry>> {

        @Override
        public PartitionPage<StoredEntry> over(LocalCopy copy) {
            return PartitionPage.of(copy.readBuilt(index, () -> read(copy)));
        }

        @Override
        public long keyBytes() {
            return range.bytes();
        }

        private PartitionPage<StoredEntry> read(LocalCopy copy) {
            List<byte[]> entries = new ArrayList<>();
            boolean hasMore = false;
            try (RowCursor cursor = copy.entries(index.family(), range)) {
                while (!hasMore && cursor.next()) {
                    hasMore = entries.size() == limit;
                    if (!hasMore) {
                        entries.add(cursor.key());
                    }
                }
            }
            List<byte[]> keys = entries.stream().map(index.codec()::storageKey).toList();
            List<byte @Nullable []> rows = copy.findAll(keys);
            List<StoredEntry> found = new ArrayList<>(entries.size());
            for (int i = 0; i < entries.size(); i++) {
                byte[] row = rows.get(i);
                if (row == null) {
                    throw new CorruptStoreException("Cannot read " + index.label() + ": an entry's row is not there");
                }
                found.add(new StoredEntry(entries.get(i), keys.get(i), row));
            }
            return PartitionPage.of(found, hasMore);
        }
    }

    /**
     * The first groups of a range of a total.
     *
     * @param total the total
     * @param range which groups
     * @param limit groups at most
     */
    record Groups(TotalProjection total, KeyRange range, int limit)
            implements PartitionQuery<PartitionPage<GroupEntry>> {

        @Override
        public PartitionPage<GroupEntry> over(LocalCopy copy) {
            return PartitionPage.of(copy.readBuilt(total, () -> read(copy)));
        }

        @Override
        public long keyBytes() {
            return range.bytes();
        }

        private PartitionPage<GroupEntry> read(LocalCopy copy) {
            List<GroupEntry> groups = new ArrayList<>();
            try (RowCursor cursor = copy.entries(total.family(), TotalProjection.records(range))) {
                while (cursor.next()) {
                    if (groups.size() == limit) {
                        return PartitionPage.of(groups, true);
                    }
                    byte[] group = TotalProjection.group(cursor.key());
                    GroupTotal known = total.codec().decode(cursor.value());
                    groups.add(new GroupEntry(group, known, top(copy, group)));
                }
            }
            return PartitionPage.of(groups, false);
        }

        private List<RankedRow> top(LocalCopy copy, byte[] group) {
            List<RankedRow> top = new ArrayList<>();
            if (total.codec().topRows() == 0) {
                return top;
            }
            byte[] prefix = TotalProjection.entries(group);
            KeyRange entries = new KeyRange(prefix, KeyRange.firstBehind(prefix), Direction.REVERSE);
            try (RowCursor cursor = copy.entries(total.family(), entries)) {
                while (top.size() < total.codec().topRows() && cursor.next()) {
                    top.add(total.ranked(cursor.key(), group.length));
                }
            }
            return top;
        }
    }
}
