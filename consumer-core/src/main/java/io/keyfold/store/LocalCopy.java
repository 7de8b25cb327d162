package io.keyfold.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.store.rocks.CorruptStoreException;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.LoadBatch;
import io.keyfold.store.rocks.RocksTable;
import io.keyfold.store.rocks.RowCursor;
import java.nio.ByteBuffer;
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
 * <p>Rows and offsets move in one batch, so that what a crash leaves agrees with itself; what was not committed is gone,
 * and is read again. The meta family holds, beside what {@link KeyNotes} keeps there, each a number of eight bytes but the
 * first:
 *
 * <pre>
 * binding           what the rows belong to, see {@link TopicBinding}
 * changelog-offset  the last record of the changelog that is in the rows, inclusive
 * applied-offset    the last record of the source topic that is in them, inclusive; of a changelog's copy at least that
 * </pre>
 *
 * <p>Where the changelog is the source topic, the two are the same but for records that changed nothing. Written by one
 * thread at a time, read by any. Open until {@link #close}.
 */
final class LocalCopy implements AutoCloseable {

    /** Of an offset: none. */
    static final long NONE = -1;

    /** Those of every copy; beside them each index and total has one. */
    static final List<Family> FAMILIES = List.of(Family.ROWS, Family.FOREIGN, Family.META);

    /** What a build may leave uncommitted by itself: records of groups. */
    private static final long MOST_UNCOMMITTED_BUILD_BYTES = 4L << 20;

    private static final byte[] BINDING = "binding".getBytes(US_ASCII);
    private static final byte[] CHANGELOG_OFFSET = "changelog-offset".getBytes(US_ASCII);
    private static final byte[] APPLIED_OFFSET = "applied-offset".getBytes(US_ASCII);

    private final RocksTable table;
    private final Path directory;
    private final Projections declared;
    private final ProjectedCopy projected;
    private final KeyNotes keyNotes;
    private volatile boolean closed;
    private volatile boolean hasForeign;
    private volatile @Nullable CorruptStoreException corrupt;
    private long changelogOffset;
    private long appliedOffset;
    private volatile boolean offsetsMoved;
    /** What the writer found or wrote last: a change asks for the same row several times. */
    private byte @Nullable [] lastKey;

    private byte @Nullable [] lastRow;

    /** Takes the table over. */
    LocalCopy(RocksTable table, Path directory, Projections declared) {
        this.table = table;
        this.directory = directory;
        this.declared = declared;
        this.projected = guarded(() -> new ProjectedCopy(declared, table));
        this.changelogOffset = offset(CHANGELOG_OFFSET);
        this.appliedOffset = offset(APPLIED_OFFSET);
        this.keyNotes = KeyNotes.read(name -> get(Family.META, name));
        this.hasForeign = !guarded(() -> table.isEmpty(Family.FOREIGN));
    }

    private long offset(byte[] key) {
        byte[] bytes = get(Family.META, key);
        return bytes == null ? NONE : ByteBuffer.wrap(bytes).getLong();
    }

    /** What its rows belong to; null for a copy that was never bound. */
    byte @Nullable [] binding() {
        return get(Family.META, BINDING);
    }

    void bind(byte[] binding) {
        table.put(Family.META, BINDING, binding);
        projected.putMarks();
        write(table::commit);
    }

    /** Of the last record of the changelog that is in the rows, inclusive; -1 if none is. */
    long changelogOffset() {
        return changelogOffset;
    }

    /** Of the last record of the source topic that is in the rows, inclusive; -1 if none is. */
    long appliedOffset() {
        return appliedOffset;
    }

    /** Is written with the next commit. */
    void applied(long offset) {
        appliedOffset = Math.max(appliedOffset, offset);
        offsetsMoved = true;
    }

    boolean hasForeign() {
        return hasForeign;
    }

    /** Are written with the next commit. */
    KeyNotes keyNotes() {
        return keyNotes;
    }

    static Family family(Place place) {
        return place == Place.FOREIGN ? Family.FOREIGN : Family.ROWS;
    }

    /** What is stored for a key, in either family. */
    byte @Nullable [] find(byte[] key) {
        byte[] row = get(Family.ROWS, key);
        return row == null && hasForeign ? get(Family.FOREIGN, key) : row;
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
        offsetsMoved |= newChangelogOffset != changelogOffset || !keyNotes.areWritten();
        changelogOffset = newChangelogOffset;
        if (offsetsMoved || table.uncommittedBytes() > 0) {
            guardedChange(() -> {
                table.put(Family.META, CHANGELOG_OFFSET, bytes(changelogOffset));
                table.put(Family.META, APPLIED_OFFSET, bytes(appliedOffset));
                keyNotes.writeTo((name, note) -> table.put(Family.META, name, note));
                table.commit();
                offsetsMoved = false;
            });
        }
    }

    /** All of a restore has been brought in: the next commit brings it to files, though no record may follow. */
    void loaded() {
        offsetsMoved |= changelogOffset != NONE;
    }

    /** A restore of so many offsets at most is about to begin. */
    void restoreBegins(long offsets) {
        boolean isMost = appliedOffset == NONE || offsets > approximateRows() / 2;
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
        changelogOffset = newChangelogOffset;
        appliedOffset = Math.max(appliedOffset, newAppliedOffset);
        LoadBatch batch = new LoadBatch();
        rows.writeTo(batch);
        batch.put(Family.META, CHANGELOG_OFFSET, bytes(changelogOffset));
        batch.put(Family.META, APPLIED_OFFSET, bytes(appliedOffset));
        keyNotes.writeTo((name, note) -> batch.put(Family.META, name, note));
        write(() -> table.load(batch));
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
            boolean hasRows = offsetsMoved || table.hasUncommitted(Family.ROWS) || table.hasUncommitted(Family.FOREIGN);
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

    private static byte[] bytes(long offset) {
        return ByteBuffer.allocate(Long.BYTES).putLong(offset).array();
    }

    /** Throws everything away. */
    void forget() {
        guardedChange(() -> {
            table.clear();
            projected.cleared();
            keyNotes.clear();
            note(null, null);
            changelogOffset = NONE;
            appliedOffset = NONE;
            offsetsMoved = false;
            hasForeign = false;
        });
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        table.close();
    }
}
