package io.keyfold.store.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A table's committed rows: one RocksDB. Reads from any thread, writes from one. Who calls it sees to it that no call
 * runs while or after it closes, which would crash the process.
 *
 * <p>A load leaves no trace in the log. A commit after it does, and would be replayed after a crash that lost the load: a
 * hole. Therefore all that was loaded goes to files before a commit, and all families' together (an atomic flush).
 */
final class Disk implements AutoCloseable {

    private static final byte[] LEAST_KEY = new byte[0];

    private final Path directory;
    private final DiskOptions options;
    private final RocksDB database;
    /** Replaced whole when a family is dropped. */
    private volatile Map<Family, ColumnFamilyHandle> handles;

    /** Loads that are done, and how many of them are in files: a flush may run beside a load, and miss it. */
    private final AtomicLong loads = new AtomicLong();

    private final AtomicLong flushed = new AtomicLong();

    private Disk(Path directory, DiskOptions options, RocksDB database, Map<Family, ColumnFamilyHandle> handles) {
        this.directory = directory;
        this.options = options;
        this.database = database;
        this.handles = Collections.unmodifiableMap(handles);
    }

    /** Opens all families that are there, and makes those of the given that are not. */
    static Disk open(Path directory, Collection<Family> wanted, RocksMemory memory) {
        List<Family> families = families(directory, wanted);
        DiskOptions options = memory.newDiskOptions();
        List<ColumnFamilyDescriptor> descriptors = families.stream()
                .map(family -> new ColumnFamilyDescriptor(family.name().getBytes(UTF_8), options.family()))
                .toList();
        try {
            List<ColumnFamilyHandle> opened = new ArrayList<>();
            RocksDB database = RocksDB.open(options.database(), directory.toString(), descriptors, opened);
            Map<Family, ColumnFamilyHandle> handles = new LinkedHashMap<>();
            families.forEach(family -> handles.put(family, opened.get(handles.size())));
            return new Disk(directory, options, database, handles);
        } catch (RocksDBException e) {
            options.close();
            throw StoreFailure.of("open", directory, e);
        }
    }

    /** Those on disk are not found if there is no database, nor if it is damaged, which its opening finds. */
    private static List<Family> families(Path directory, Collection<Family> wanted) {
        Set<Family> families = new LinkedHashSet<>(List.of(Family.ROWS));
        families.addAll(wanted);
        try (Options options = new Options()) {
            for (byte[] name : RocksDB.listColumnFamilies(options, directory.toString())) {
                families.add(new Family(new String(name, UTF_8)));
            }
        } catch (RocksDBException e) {
            throw StoreFailure.of("open", directory, e);
        }
        return List.copyOf(families);
    }

    Collection<Family> families() {
        return handles.keySet();
    }

    byte @Nullable [] get(Family family, byte[] key) {
        try {
            return database.get(handle(family), key);
        } catch (RocksDBException e) {
            throw StoreFailure.of("read", directory, e);
        }
    }

    /** Without reading a file; {@link RocksTable#NOT_IN_MEMORY} where only that could tell. */
    byte @Nullable [] peek(Family family, byte[] key) {
        try {
            return database.get(handle(family), options.memoryOnly(), key);
        } catch (RocksDBException e) {
            if (e.getStatus() != null && e.getStatus().getCode() == Status.Code.Incomplete) {
                return RocksTable.NOT_IN_MEMORY;
            }
            throw StoreFailure.of("read", directory, e);
        }
    }

    List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        try {
            List<byte @Nullable []> values =
                    new ArrayList<>(database.multiGetAsList(Collections.nCopies(keys.size(), handle(family)), keys));
            // It says null of a row that it could not read, too. A get tells, and is cheap for a row that is not there.
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) == null) {
                    values.set(i, get(family, keys.get(i)));
                }
            }
            return values;
        } catch (RocksDBException e) {
            throw StoreFailure.of("read", directory, e);
        }
    }

    DiskRows rows(Family family, KeyRange range) {
        return new DiskRows(directory, database, handle(family), range);
    }

    long estimatedRows(Family family) {
        try {
            return database.getLongProperty(handle(family), "rocksdb.estimate-num-keys");
        } catch (RocksDBException e) {
            throw StoreFailure.of("read", directory, e);
        }
    }

    /** Survives the process's end, wholly or not at all; not the machine's, if it is sudden. */
    void commit(Overlay overlay) {
        try (WriteBatch batch = batch(overlay::forEach, overlay.bytes());
                WriteOptions logged = new WriteOptions()) {
            flushLoaded();
            database.write(logged, batch);
        } catch (RocksDBException e) {
            throw StoreFailure.of("commit to", directory, e);
        }
    }

    /** Survives once it is flushed. */
    void load(LoadBatch rows) {
        try (WriteBatch batch = batch(rows::forEach, rows.mostBytes());
                WriteOptions notLogged = new WriteOptions().setDisableWAL(true)) {
            database.write(notLogged, batch);
            loads.incrementAndGet();
        } catch (RocksDBException e) {
            throw StoreFailure.of("load into", directory, e);
        }
    }

    /** As one array, for a call into native code for each row costs more than the row; unless it is too large for one. */
    private WriteBatch batch(Writes writes, long mostBytes) throws RocksDBException {
        if (!WriteBytes.haveRoomFor(mostBytes)) {
            WriteBatch batch = new WriteBatch();
            writes.forEach(into(batch));
            return batch;
        }
        Map<Family, Integer> ids = new HashMap<>();
        WriteBytes bytes = new WriteBytes(mostBytes);
        writes.forEach((family, key, value) ->
                bytes.add(ids.computeIfAbsent(family, absent -> handle(absent).getID()), key, value));
        return new WriteBatch(bytes.toBytes());
    }

    private RowSink into(WriteBatch batch) {
        return (family, key, value) -> {
            if (value == null) {
                batch.delete(handle(family), key);
            } else {
                batch.put(handle(family), key, value);
            }
        };
    }

    /** No row comes back once the first write below is done; the rest gives room back and lets row counts start at zero. */
    void clear(Collection<Family> families) {
        try (WriteBatch batch = new WriteBatch();
                WriteOptions durable = new WriteOptions().setSync(true)) {
            Map<Family, byte[]> ends = new LinkedHashMap<>();
            for (Family family : families) {
                byte[] end = behindLast(family);
                if (end != null) {
                    ends.put(family, end);
                    batch.deleteRange(handle(family), LEAST_KEY, end);
                }
            }
            database.write(durable, batch);
            flush();
            for (Map.Entry<Family, byte[]> cleared : ends.entrySet()) {
                ColumnFamilyHandle handle = handle(cleared.getKey());
                database.deleteFilesInRanges(handle, List.of(LEAST_KEY, cleared.getValue()), false);
                database.compactRange(handle);
            }
        } catch (RocksDBException e) {
            throw StoreFailure.of("clear", directory, e);
        }
    }

    /** The least key that is greater than all of a family; null if it has none. */
    private byte @Nullable [] behindLast(Family family) {
        try (DiskRows rows = rows(family, new KeyRange(null, null, Order.DESCENDING))) {
            rows.seek();
            byte[] last = rows.key();
            return last == null ? null : Arrays.copyOf(last, last.length + 1);
        }
    }

    /** The family and its rows go for good. */
    void drop(Family family) {
        ColumnFamilyHandle handle = handle(family);
        try {
            database.dropColumnFamily(handle);
        } catch (RocksDBException e) {
            throw StoreFailure.of("drop " + family + " of", directory, e);
        }
        Map<Family, ColumnFamilyHandle> others = new LinkedHashMap<>(handles);
        others.remove(family);
        handles = Collections.unmodifiableMap(others);
        handle.close();
    }

    /** All that was loaded survives from here on. */
    void settle() {
        try {
            flushLoaded();
        } catch (RocksDBException e) {
            throw StoreFailure.of("flush", directory, e);
        }
    }

    private void flushLoaded() throws RocksDBException {
        if (flushed.get() < loads.get()) {
            flush();
        }
    }

    private void flush() throws RocksDBException {
        long done = loads.get();
        try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
            database.flush(waiting, List.copyOf(handles.values()));
        }
        flushed.accumulateAndGet(done, Math::max);
    }

    private ColumnFamilyHandle handle(Family family) {
        ColumnFamilyHandle handle = handles.get(family);
        if (handle == null) {
            throw new IllegalArgumentException("family: " + family + " (expected: one of " + handles.keySet() + ")");
        }
        return handle;
    }

    /** Brings to files what was loaded, then closes, even if that failed. No cursor may be open. Called once. */
    @Override
    public void close() {
        try {
            flushLoaded();
        } catch (RocksDBException e) {
            throw StoreFailure.of("close", directory, e);
        } finally {
            database.close();
            options.close();
        }
    }

    /** Writes in the order in which they apply. */
    private interface Writes {
        void forEach(RowSink sink) throws RocksDBException;
    }
}
