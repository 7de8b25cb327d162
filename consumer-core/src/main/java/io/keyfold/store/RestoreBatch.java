package io.keyfold.store;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.LoadBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a batch of a restore comes to: of each key the last that was said of it.
 *
 * <p>What is said is noted in turn and sorted by key in the end. That finds what was said twice, and RocksDB takes keys in
 * order at less than half the cost of keys at random. For one thread.
 */
final class RestoreBatch {

    /**
     * The last that was said of a key.
     *
     * @param row the stored row; null for a delete
     * @param place the family it goes to, or goes from
     * @param isFromBoth whether a delete goes to both families, for nobody knows where the row lay
     * @param isRecords whether a record of this batch wrote or deleted it; else one only marked what was stored before
     */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
    record Entry(byte @Nullable [] row, Place place, boolean isFromBoth, boolean isRecords) {}

    private final List<Said> said;
    /** The last said of each key; made when a key is first asked for, which only a bad value does. */
    private @Nullable Map<Bytes, Entry> byKey;
    /** The last said of each key, in order of the keys; made when all is said. */
    private @Nullable List<Said> settled;

    private long records;
    private boolean bringsForeign;

    RestoreBatch() {
        this(0);
    }

    /** A batch for about so many records. */
    RestoreBatch(int size) {
        this.said = new ArrayList<>(size);
    }

    Optional<Entry> get(byte[] storageKey) {
        Map<Bytes, Entry> index = byKey;
        if (index == null) {
            index = new HashMap<>();
            for (Said one : said) {
                index.merge(Bytes.wrap(one.key), one.entry, RestoreBatch::after);
            }
            byKey = index;
        }
        return Optional.ofNullable(index.get(Bytes.wrap(storageKey)));
    }

    void put(byte[] storageKey, byte[] row, Place place) {
        add(storageKey, new Entry(row, place, false, true));
    }

    void delete(byte[] storageKey, Place place) {
        add(storageKey, new Entry(null, place, false, true));
    }

    /** A changelog's delete does not say where the row lay. */
    void deleteAnywhere(byte[] storageKey) {
        add(storageKey, new Entry(null, Place.HOME, true, true));
    }

    /** A marked row is still the record's that wrote it; the bad record that marks it is counted elsewhere. */
    void mark(byte[] storageKey, byte[] marked, Place place) {
        add(storageKey, new Entry(marked, place, false, false));
    }

    private void add(byte[] storageKey, Entry entry) {
        said.add(new Said(storageKey, entry));
        if (byKey != null) {
            byKey.merge(Bytes.wrap(storageKey), entry, RestoreBatch::after);
        }
        settled = null;
        records += entry.isRecords ? 1 : 0;
        bringsForeign |= entry.place == Place.FOREIGN;
    }

    private static Entry after(Entry before, Entry entry) {
        return entry.isRecords || !before.isRecords ? entry : new Entry(entry.row, entry.place, entry.isFromBoth, true);
    }

    /** Shows the last said of each key, in order of the keys. */
    void forEach(BiConsumer<byte[], Entry> visitor) {
        for (Said last : settled()) {
            visitor.accept(last.key, last.entry);
        }
    }

    private List<Said> settled() {
        List<Said> now = settled;
        if (now == null) {
            now = settle();
            settled = now;
        }
        return now;
    }

    /** The sort is stable: of one key, what was said later stands later. */
    private List<Said> settle() {
        Said[] sorted = said.toArray(new Said[0]);
        Said.sort(sorted);
        List<Said> lasts = new ArrayList<>(sorted.length);
        for (int i = 0; i < sorted.length; i++) {
            Said last = sorted[i];
            while (i + 1 < sorted.length && Arrays.equals(last.key, sorted[i + 1].key)) {
                i++;
                last = new Said(last.key, after(last.entry, sorted[i].entry));
            }
            lasts.add(last);
        }
        return lasts;
    }

    void writeTo(LoadBatch batch) {
        forEach((key, entry) -> {
            if (entry.row != null) {
                batch.put(LocalCopy.family(entry.place), key, entry.row);
                return;
            }
            batch.delete(LocalCopy.family(entry.place), key);
            if (entry.isFromBoth) {
                batch.delete(Family.FOREIGN, key);
            }
        });
    }

    long loaded() {
        long loaded = 0;
        for (Said last : settled()) {
            loaded += last.entry.isRecords ? 1 : 0;
        }
        return loaded;
    }

    /** Records that were said of a key of which a later one was. */
    long superseded() {
        return records - loaded();
    }

    boolean bringsForeign() {
        return bringsForeign;
    }

    /** One thing said of a key. */
    private static final class Said {

        private final byte[] key;
        private final Entry entry;
        /** The first eight bytes in which keys of its batch differ: nearly always they tell the order. */
        private long head;

        Said(byte[] key, Entry entry) {
            this.key = key;
            this.entry = entry;
        }

        /** By key; stable. */
        static void sort(Said[] all) {
            int shared = all.length == 0 ? 0 : all[0].key.length;
            for (Said one : all) {
                int differs = Arrays.mismatch(all[0].key, 0, shared, one.key, 0, Math.min(shared, one.key.length));
                shared = differs < 0 ? shared : differs;
            }
            for (Said one : all) {
                one.head = head(one.key, shared);
            }
            Arrays.sort(all, Said::compare);
        }

        /** What lies behind the end counts as zero, which is the least. */
        private static long head(byte[] key, int from) {
            long head = 0;
            for (int i = from; i < from + Long.BYTES; i++) {
                head = (head << Byte.SIZE) | (i < key.length ? key[i] & 0xFF : 0);
            }
            return head;
        }

        private static int compare(Said one, Said other) {
            int byHead = Long.compareUnsigned(one.head, other.head);
            return byHead != 0 ? byHead : Arrays.compareUnsigned(one.key, other.key);
        }
    }
}
