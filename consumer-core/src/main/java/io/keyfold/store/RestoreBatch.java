package io.keyfold.store;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.LoadBatch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What a batch of a restore comes to: of each key the last that was said of it. */
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

    private final Map<Bytes, Entry> entries = new LinkedHashMap<>();
    private long superseded;
    private boolean bringsForeign;

    Optional<Entry> get(byte[] storageKey) {
        return Optional.ofNullable(entries.get(Bytes.wrap(storageKey)));
    }

    void put(byte[] storageKey, byte[] row, Place place) {
        replace(storageKey, new Entry(row, place, false, true));
    }

    void delete(byte[] storageKey, Place place) {
        replace(storageKey, new Entry(null, place, false, true));
    }

    /** A changelog's delete does not say where the row lay. */
    void deleteAnywhere(byte[] storageKey) {
        replace(storageKey, new Entry(null, Place.HOME, true, true));
    }

    private void replace(byte[] storageKey, Entry entry) {
        Entry before = entries.put(Bytes.wrap(storageKey), entry);
        if (before != null && before.isRecords) {
            superseded++;
        }
        bringsForeign |= entry.place == Place.FOREIGN;
    }

    /** A marked row is still the record's that wrote it; the bad record that marks it is counted elsewhere. */
    void mark(byte[] storageKey, byte[] marked, Place place) {
        entries.merge(
                Bytes.wrap(storageKey),
                new Entry(marked, place, false, false),
                (before, after) -> new Entry(marked, place, false, before.isRecords));
        bringsForeign |= place == Place.FOREIGN;
    }

    void writeTo(LoadBatch batch) {
        entries.forEach((key, entry) -> {
            if (entry.row != null) {
                batch.put(LocalCopy.family(entry.place), key.get(), entry.row);
                return;
            }
            batch.delete(LocalCopy.family(entry.place), key.get());
            if (entry.isFromBoth) {
                batch.delete(Family.FOREIGN, key.get());
            }
        });
    }

    void forEach(BiConsumer<byte[], Entry> action) {
        entries.forEach((key, entry) -> action.accept(key.get(), entry));
    }

    long loaded() {
        return entries.values().stream().filter(Entry::isRecords).count();
    }

    long superseded() {
        return superseded;
    }

    boolean bringsForeign() {
        return bringsForeign;
    }
}
