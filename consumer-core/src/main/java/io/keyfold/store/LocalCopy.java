package io.keyfold.store;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.LoadBatch;
import io.keyfold.store.rocks.RocksTable;
import io.keyfold.store.rocks.RowCursor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The local copy of one partition: its rows, those whose home is another partition, and how far they go.
 *
 * <p>Rows and what it says of them move in one batch, so that what a crash leaves agrees with itself; what was not committed is
 * gone, and is read again. See {@link CopyMeta}.
 *
 * <p>Written by one thread at a time, read by any. Open until {@link #close}.
 */
final class LocalCopy implements AutoCloseable {

    /** Of an offset: none. */
    static final long NONE = CopyMeta.NONE;

    /** Those of every copy; beside them each index and total has one. */
    static final List<Family> FAMILIES = List.of(Family.ROWS, Family.FOREIGN, Family.META);

    /** What a build may leave uncommitted by itself: records of groups. */
    private static final long MOST_UNCOMMITTED_BUILD_BYTES = 4L << 20;

    private final RocksTable table;
    private final Path directory;
    private final Projections declared;
    private final ProjectedCopy projected;
    private final CopyMeta meta;
    private final Sweeps sweeps = new Sweeps();
    private volatile boolean closed;
    private volatile boolean hasForeign;
    private volatile @Nullable CorruptStoreException corrupt;
    /** What the writer found or wrote last: a change asks for the same row several times. */
    private byte @Nullable [] lastKey;

    private byte @Nullable [] lastRow;

    /** Takes the table over. */
    LocalCopy(RocksTable table, Path directory, Projections declared, Retention retention) {
        this.table = table;
        this.directory = directory;
        this.declared = declared;
        this.projected = guarded(() -> new ProjectedCopy(declared, table));
        this.meta = new CopyMeta(name -> get(Family.META, name), retention);
        this.hasForeign = !guarded(() -> table.isEmpty(Family.FOREIGN));
    }

    /** What its rows belong to; null for a copy that was never bound. */
    byte @Nullable [] binding() {
        return get(Family.META, CopyMeta.BINDING);
    }

    void bind(byte[] binding) {
        table.put(Family.META, CopyMeta.BINDING, binding);
        meta.freshness().writeTo((name, value) -> table.put(Family.META, name, value));
        projected.putMarks();
        write(table::commit);
    }

    /** Of the last record of the changelog that is in the rows, inclusive; -1 if none is. */
    long changelogOffset() {
        return meta.changelogOffset();
    }

    /** Of the last record of the source topic that is in the rows, inclusive; -1 if none is. */
    long appliedOffset() {
        return meta.appliedOffset();
    }

    /** Is written with the next commit. */
    void applied(long offset) {
        meta.applied(offset);
    }

    /** When the rows were last known to be as far as their changelog, in ms since 1970; -1 if never. */
    long changelogAt() {
        return meta.changelogAt();
    }

    /** They are now; is written with the next commit. */
    void changelogAt(long ms) {
        meta.changelogAt(ms);
    }

    /** Whether it may have missed deletes. Any thread. */
    Freshness freshness() {
        return meta.freshness();
    }

    /** Rows that look gone. Any thread. */
    Sweeps sweeps() {
        return sweeps;
    }

    boolean hasForeign() {
        return hasForeign;
    }

    /** Are written with the next commit. */
    KeyNotes keyNotes() {
        return meta.keyNotes();
    }

    static Family family(Place place) {
        return place == Place.FOREIGN ? Family.FOREIGN : Family.ROWS;
    }

    /** What is stored for a key, in either family. */
    byte @Nullable [] find(byte[] key) {
        byte[] row = get(Family.ROWS, key);
        return row == null && hasForeign ? get(Family.FOREIGN, key) : row;
    }

    /** As {@link #find}, without waiting; null where that cannot tell. */
    @Nullable
    StoredBytes peek(byte[] key) {
        byte[] row = peek(Family.ROWS, key);
        byte[] either = row == null && hasForeign ? peek(Family.FOREIGN, key) : row;
        return either == RocksTable.NOT_IN_MEMORY ? null : new StoredBytes(either);
    }

    private byte @Nullable [] peek(Family family, byte[] key) {
        try {
            return table.peek(family, key);
        } catch (CorruptStoreException e) {
            throw markedCorrupt(e);
        }
    }

    /** As {@link #find}, for the thread that writes: what it asked for or wrote last costs nothing. */
    byte @Nullable [] findToWrite(byte[] key) {
        if (!Arrays.equals(key, lastKey)) {
            note(key, find(key));
        }
        return lastRow;
    }

    private void note(byte @Nullable [] key, byte @Nullable [] row) {
        lastKey = key;
        lastRow = row;
    }

    private byte @Nullable [] get(Family family, byte[] key) {
        try {
            return table.get(family, key);
        } catch (CorruptStoreException e) {
            throw markedCorrupt(e);
        }
    }

    List<byte @Nullable []> findAll(List<byte[]> keys) {
        List<byte @Nullable []> rows = guarded(() -> table.getAll(Family.ROWS, keys));
        if (!hasForeign) {
            return rows;
        }
        List<byte @Nullable []> all = new ArrayList<>(rows);
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i) == null) {
                all.set(i, get(Family.FOREIGN, keys.get(i)));
            }
        }
        return all;
    }

    /** What it meets on its way is told by {@link #guarded}. */
    PartitionCursor cursor(KeyRange range) {
        return guarded(() -> PartitionCursor.over(table, range, hasForeign));
    }

    /** A read of it; what is found corrupt is thrown away at the next opening, which the thread that writes brings about. */
    <T> T guarded(Supplier<T> read) {
        try {
            return read.get();
        } catch (CorruptStoreException e) {
            throw markedCorrupt(e);
        }
    }

    private CorruptStoreException markedCorrupt(CorruptStoreException e) {
        corrupt = e;
        LocalCopies.markCorrupt(directory);
        return e;
    }

    private void write(Runnable write) {
        guarded(() -> {
            write.run();
            return true;
        });
    }

    /** Ends the thread that writes, where a reader has found the copy corrupt: the reader cannot. */
    private void requireSound() {
        CorruptStoreException found = corrupt;
        if (found != null) {
            throw found;
        }
    }

    long approximateRows() {
        return table.approximateRows(Family.ROWS) + table.approximateRows(Family.FOREIGN);
    }

    long uncommittedBytes() {
        requireSound();
        return table.uncommittedBytes();
    }

    void put(byte[] key, byte[] row) {
        if (declared.isEmpty()) {
            putRow(key, row);
        } else {
            byte[] before = findToWrite(key);
            guardedChange(() -> {
                putRow(key, row);
                projected.follow(key, before, row);
            });
        }
        note(key, row);
    }

    private void putRow(byte[] key, byte[] row) {
        Place place = StoredRowCodec.place(row);
        table.put(family(place), key, row);
        hasForeign |= place == Place.FOREIGN;
    }

    void remove(byte[] key) {
        if (declared.isEmpty()) {
            removeRow(key);
        } else {
            byte[] before = findToWrite(key);
            guardedChange(() -> {
                removeRow(key);
                projected.follow(key, before, null);
            });
        }
        note(key, null);
    }

    private void removeRow(byte[] key) {
        table.delete(Family.ROWS, key);
        if (hasForeign) {
            table.delete(Family.FOREIGN, key);
        }
    }

    private void guardedChange(Runnable change) {
        write(() -> projected.change(change));
    }

    /** Writes what was put, removed and applied; the rows are then as far as that record of the changelog. */
    void commit(long newChangelogOffset) {
        meta.changelogOffset(newChangelogOffset);
        if (!meta.isWritten() || table.uncommittedBytes() > 0) {
            guardedChange(() -> {
                meta.writeTo((name, value) -> table.put(Family.META, name, value));
                table.commit();
                meta.written();
            });
        }
    }

    /** All of a restore has been brought in: the next commit brings it to files, though no record may follow. */
    void loaded() {
        if (meta.changelogOffset() != NONE) {
            meta.move();
        }
    }

    /** A restore of so many offsets at most is about to begin. */
    void restoreBegins(long offsets) {
        if (meta.changelogOffset() == NONE) {
            meta.changelogAt(System.currentTimeMillis()); // an empty copy is as old as its load
        }
        boolean isMost = meta.appliedOffset() == NONE || offsets > approximateRows() / 2;
        if (offsets > 0 && isMost && !projected.isIdle()) {
            write(projected::fallBehind);
        }
    }

    /** Brings a batch of a restore in; in bulk, without a write-ahead log, where nothing has to follow it. */
    void load(RestoreBatch rows, long newChangelogOffset, long newAppliedOffset) {
        note(null, null);
        if (!projected.isIdle()) {
            rows.forEach((key, entry) -> {
                byte[] row = entry.row();
                if (row == null) {
                    remove(key);
                } else {
                    put(key, row);
                }
            });
            applied(newAppliedOffset);
            commit(newChangelogOffset);
            return;
        }
        meta.changelogOffset(newChangelogOffset);
        meta.applied(newAppliedOffset);
        LoadBatch batch = new LoadBatch();
        rows.writeTo(batch);
        meta.writeTo((name, value) -> batch.put(Family.META, name, value));
        write(() -> table.load(batch));
        meta.written();
        hasForeign |= rows.bringsForeign();
    }

    /** Begins to build the indexes and totals that are not; whether there are any. Any thread. */
    boolean beginBuild() {
        return guarded(projected::beginBuild);
    }

    /** Builds over some more rows, on one thread that may be another than the one that writes; whether there are more. */
    boolean buildNext(int limit) {
        return guarded(() -> {
            boolean more = projected.buildNext(range -> PartitionCursor.over(table, range, hasForeign), limit);
            if (more) {
                commitBuild(MOST_UNCOMMITTED_BUILD_BYTES);
                return true;
            }
            projected.endBuild();
            commitBuild(0);
            return false;
        });
    }

    /** What is built may be committed by itself where no row is uncommitted; else the next commit of rows does it. */
    private void commitBuild(long beyondBytes) {
        projected.change(() -> {
            boolean hasRows =
                    meta.isMoved() || table.hasUncommitted(Family.ROWS) || table.hasUncommitted(Family.FOREIGN);
            if (!hasRows && table.uncommittedBytes() > beyondBytes) {
                table.commit();
            }
        });
    }

    /** What is being built or waits for it. Never fails. */
    List<BuildProgress> builds() {
        return projected.progress();
    }

    /** What is not built will not be before it is opened again. */
    void buildFailed(String why) {
        projected.failed(why);
    }

    /** Reads a projection and the rows behind it as they belong together, once it is built. */
    <T> Built<T> readBuilt(Projection projection, Supplier<T> read) {
        return guarded(() -> projected.reading(() -> {
            Optional<String> unavailable = projected.unavailable(projection);
            return unavailable.isPresent() ? Built.not(unavailable.get()) : Built.of(read.get());
        }));
    }

    /** What one family holds, as it is. Within {@link #guarded} or {@link #readBuilt}. */
    RowCursor entries(Family family, KeyRange range) {
        return table.cursor(family, range.from(), range.to(), range.order());
    }

    /** Throws everything away. */
    void forget() {
        guardedChange(() -> {
            table.clear();
            projected.cleared();
            meta.clear();
            note(null, null);
            hasForeign = false;
        });
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        sweeps.close();
        table.close();
    }
}
