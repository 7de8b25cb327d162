package io.keyfold.store.rocks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * What was written since a commit, of all families. It lies over the disk: a row here hides the disk's, a removal too.
 * One thread writes, any thread reads. Nothing is ever taken out of it: a commit begins another, so that who reads this
 * one goes on to find in it what the disk did not have when the reading began.
 */
final class Overlay {

    /** About what an entry weighs beside its bytes: a list node, its share of the list's index, two array headers. */
    static final int ENTRY_OVERHEAD_BYTES = 96;

    /** A removal. Told by identity: an empty value is a row. */
    private static final byte[] DELETED = new byte[0];

    private final Map<Family, ConcurrentSkipListMap<byte[], byte[]>> writes;
    private final AtomicLong bytes = new AtomicLong();

    Overlay(Collection<Family> families) {
        Map<Family, ConcurrentSkipListMap<byte[], byte[]>> empty = new HashMap<>();
        families.forEach(family -> empty.put(family, new ConcurrentSkipListMap<>(Arrays::compareUnsigned)));
        this.writes = Collections.unmodifiableMap(empty);
    }

    /** By how many bytes it grew; below zero if it shrank. */
    long put(Family family, byte[] key, byte[] value) {
        byte[] before = of(family).put(key, value);
        long growth = before == null ? ENTRY_OVERHEAD_BYTES + key.length + value.length : value.length - before.length;
        bytes.addAndGet(growth);
        return growth;
    }

    /** By how many bytes it grew: a removal is an entry like another. */
    long delete(Family family, byte[] key) {
        return put(family, key, DELETED);
    }

    /** What was written last: a value, a removal ({@link #isDeleted}), or null if nothing was. */
    byte @Nullable [] find(Family family, byte[] key) {
        return of(family).get(key);
    }

    /** The value of each key's row in turn, null if there is none; of those not written here, as they are below it. */
    List<byte @Nullable []> over(
            Family family, List<byte[]> keys, Function<List<byte[]>, List<byte @Nullable []>> below) {
        List<byte @Nullable []> values = new ArrayList<>(keys.size());
        List<byte[]> rest = new ArrayList<>();
        for (byte[] key : keys) {
            byte[] written = find(family, key);
            values.add(written);
            if (written == null) {
                rest.add(key);
            }
        }
        Iterator<byte @Nullable []> others = below.apply(rest).iterator();
        values.replaceAll(written -> written == null ? others.next() : rowOf(written));
        return values;
    }

    /** Shows what is added meanwhile, or not; what is in it throughout, once. */
    Iterator<Map.Entry<byte[], byte[]>> in(Family family, KeyRange range) {
        return range.isEmpty()
                ? Collections.emptyIterator()
                : range.of(of(family)).entrySet().iterator();
    }

    static byte @Nullable [] rowOf(byte[] written) {
        return isDeleted(written) ? null : written;
    }

    static boolean isDeleted(byte[] value) {
        return value == DELETED;
    }

    int size(Family family) {
        return of(family).size();
    }

    /** Keys, values and {@link #ENTRY_OVERHEAD_BYTES} each; zero if and only if there is nothing in it. */
    long bytes() {
        return bytes.get();
    }

    void forEach(RowSink sink) throws RocksDBException {
        for (Map.Entry<Family, ConcurrentSkipListMap<byte[], byte[]>> family : writes.entrySet()) {
            for (Map.Entry<byte[], byte[]> write : family.getValue().entrySet()) {
                sink.accept(family.getKey(), write.getKey(), rowOf(write.getValue()));
            }
        }
    }

    private ConcurrentSkipListMap<byte[], byte[]> of(Family family) {
        ConcurrentSkipListMap<byte[], byte[]> map = writes.get(family);
        if (map == null) {
            throw new IllegalArgumentException("family: " + family + " (expected: one of " + writes.keySet() + ")");
        }
        return map;
    }
}
