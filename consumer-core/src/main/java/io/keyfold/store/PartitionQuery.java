package io.keyfold.store;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.query.Query;
import org.jspecify.annotations.Nullable;

/**
 * A question to one partition's local copy, asked through Kafka Streams' interactive queries. What it reads it copies out:
 * no iterator leaves it.
 */
sealed interface PartitionQuery<R> extends Query<R> {

    /** Any thread, while it is open. */
    R over(LocalCopy copy);

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
    record Rows(KeyRange range, int limit, Contents contents) implements PartitionQuery<PartitionPage> {

        @Override
        public PartitionPage over(LocalCopy copy) {
            return copy.guarded(() -> read(copy));
        }

        private PartitionPage read(LocalCopy copy) {
            List<PartitionPage.Entry> entries = new ArrayList<>();
            try (PartitionCursor cursor = copy.cursor(range)) {
                while (cursor.next()) {
                    if (entries.size() == limit) {
                        return new PartitionPage(entries, true);
                    }
                    byte @Nullable [] row = contents == Contents.ROWS ? cursor.value() : null;
                    entries.add(new PartitionPage.Entry(cursor.key(), row));
                }
            }
            return new PartitionPage(entries, false);
        }
    }
}
