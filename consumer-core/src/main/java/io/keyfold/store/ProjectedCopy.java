package io.keyfold.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keyfold.codec.RowValues;
import io.keyfold.codec.StoredRow.Place;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.metrics.BuildProgress;
import io.keyfold.store.rocks.Family;
import io.keyfold.store.rocks.LoadBatch;
import io.keyfold.store.rocks.RocksTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The projections of one local copy. Each is behind, building or built:
 *
 * <pre>
 * behind --buildNext, chunk by chunk--> building --> built
 *   ^-- a bulk load, another declaration, a crash before it was built
 * </pre>
 *
 * <p>A row and what follows from it change under one lock, so that a reader of a projection sees both or neither. Built
 * ones follow every change; one that is being built follows those of rows that the build has passed, and comes to the
 * others by itself; what is behind follows nothing. That it is built is written in the meta family, as its fingerprint
 * under its family's name, in the batch that makes it true: after a crash it is built, or begun anew.
 *
 * <p>Changes and loads come from the thread that writes the copy; builds from one thread at a time; any thread reads.
 */
final class ProjectedCopy {

    /** Of the entries of one turn of a build: a row of them may be as large as a record. */
    private static final long MOST_CHUNK_BYTES = 1L << 20;

    private final Projections declared;
    private final RocksTable table;
    private final ReadWriteLock changing = new ReentrantReadWriteLock(true);
    /** Follow every change. */
    private final Set<Projection> built = new LinkedHashSet<>();
    /** Follow the changes of the rows that the build has passed. */
    private final Set<Projection> building = new LinkedHashSet<>();

    /** The last row that the build has passed; null for none. */
    private byte @Nullable [] passed;

    private boolean passedAll;

    /** For who asks how far it is: told without the lock, and without the store. */
    private volatile List<Projection> behind = List.of();

    private volatile long passedRows;
    private volatile long estimatedRows;
    private volatile @Nullable String failure;

    /** Over a table in which nothing is uncommitted. Families that are declared no more are dropped. */
    ProjectedCopy(Projections declared, RocksTable table) {
        this.declared = declared;
        this.table = table;
        List<Family> others = table.families().stream()
                .filter(family -> !families(declared).contains(family))
                .toList();
        for (Projection projection : declared.all()) {
            if (isMarkedBuilt(projection)) {
                built.add(projection);
            }
        }
        unmark(others);
        others.forEach(table::drop);
        makeBehind(declared.all().stream()
                .filter(projection -> !built.contains(projection))
                .toList());
        if (table.isEmpty(Family.ROWS) && table.isEmpty(Family.FOREIGN)) {
            built.addAll(declared.all());
        }
        putMarks();
        noteBehind();
    }

    /** All families that a copy with these projections has. */
    static List<Family> families(Projections declared) {
        List<Family> families = new ArrayList<>(LocalCopy.FAMILIES);
        declared.all().forEach(projection -> families.add(projection.family()));
        return families;
    }

    /** Before their rows go or change: a mark that stays would be taken for that of another declaration. */
    private void unmark(List<Family> families) {
        families.forEach(family -> table.delete(Family.META, mark(family)));
        table.commit();
    }

    private void makeBehind(List<Projection> projections) {
        unmark(projections.stream().map(Projection::family).toList());
        for (Projection projection : projections) {
            if (!table.isEmpty(projection.family())) {
                table.clear(projection.family());
            }
        }
    }

    private static byte[] mark(Family family) {
        return ("built " + family.name()).getBytes(UTF_8);
    }

    private static byte[] fingerprint(Projection projection) {
        return projection.fingerprint().getBytes(UTF_8);
    }

    private boolean isMarkedBuilt(Projection projection) {
        byte[] mark = table.get(Family.META, mark(projection.family()));
        return mark != null && Arrays.equals(mark, fingerprint(projection));
    }

    /** Puts down which projections are built, to be committed with what makes it true. */
    void putMarks() {
        built.forEach(projection -> table.put(Family.META, mark(projection.family()), fingerprint(projection)));
    }

    /** Whether nothing follows the rows' changes, so that they may be brought in in bulk. */
    boolean isIdle() {
        return reading(() -> built.isEmpty() && building.isEmpty());
    }

    /** Changes rows, or commits: with what follows from it, for readers of projections, all of it happens at once. */
    void change(Runnable change) {
        locked(changing.writeLock(), () -> {
            change.run();
            return true;
        });
    }

    /** Reads projections and the rows behind them as they belong together. */
    <T> T reading(Supplier<T> read) {
        return locked(changing.readLock(), read);
    }

    private <T> T locked(Lock lock, Supplier<T> action) {
        if (declared.isEmpty()) {
            return action.get();
        }
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Within a change: a row is written, or written over, or goes. */
    void follow(byte[] key, byte @Nullable [] before, byte @Nullable [] after) {
        boolean isPassed = !building.isEmpty() && hasPassed(key);
        if ((built.isEmpty() && !isPassed) || RowValues.isSameRow(before, after)) {
            return;
        }
        @Nullable Object @Nullable [] valuesBefore = values(key, before);
        @Nullable Object @Nullable [] valuesAfter = values(key, after);
        boolean isForeign = isForeign(after == null ? before : after);
        for (Projection projection : declared.all()) {
            boolean follows = built.contains(projection) || (isPassed && building.contains(projection));
            if (follows && (!isForeign || projection.takesForeign())) {
                projection.follow(key, valuesBefore, valuesAfter, new TableFamily(table, projection.family()));
            }
        }
    }

    private boolean hasPassed(byte[] key) {
        return passedAll || (passed != null && Arrays.compareUnsigned(key, passed) <= 0);
    }

    private @Nullable Object @Nullable [] values(byte[] key, byte @Nullable [] row) {
        return row == null ? null : declared.values().read(key, row);
    }

    private static boolean isForeign(byte @Nullable [] row) {
        return row != null && StoredRowCodec.place(row) == Place.FOREIGN;
    }

    /** All rows went: within a change. */
    void cleared() {
        built.addAll(declared.all());
        building.clear();
        noteBehind();
    }

    /** Many rows are about to come in, with nothing following them: everything is to be built anew after that. */
    void fallBehind() {
        change(() -> {
            built.clear();
            building.clear();
            makeBehind(declared.all());
            passedRows = 0;
            noteBehind();
        });
    }

    /** Begins to build what is behind. {@return whether there is anything to build} */
    boolean beginBuild() {
        change(() -> {
            if (building.isEmpty()) {
                building.addAll(declared.all());
                building.removeAll(built);
                passed = null;
                passedAll = false;
                passedRows = 0;
                estimatedRows = table.approximateRows(Family.ROWS) + table.approximateRows(Family.FOREIGN);
                failure = null;
            }
        });
        return reading(() -> !building.isEmpty());
    }

    /**
     * Builds over the next rows.
     *
     * @param rows opens a cursor over a range of rows
     * @param limit how many rows at most; fewer where their entries are large
     * @return whether there are more
     */
    boolean buildNext(Function<KeyRange, PartitionCursor> rows, int limit) {
        return locked(changing.writeLock(), () -> {
            if (building.isEmpty() || passedAll) {
                return false; // rows that came behind the last one since are followed
            }
            Map<Projection, BuildFamily> families = new LinkedHashMap<>();
            LoadBatch entries = new LoadBatch();
            building.forEach(
                    projection -> families.put(projection, new BuildFamily(table, projection.family(), entries)));
            byte[] last = passed;
            long before = passedRows;
            int count = 0;
            boolean more;
            try (PartitionCursor cursor = rows.apply(KeyRange.behind(passed))) {
                while ((more = cursor.next()) && count < limit && entries.bytes() < MOST_CHUNK_BYTES) {
                    last = cursor.key();
                    count++;
                    build(last, cursor.value(), families);
                }
            }
            table.loadBeneath(entries);
            families.values().forEach(BuildFamily::putRecords);
            passed = last;
            passedRows = before + count;
            passedAll = !more;
            return more;
        });
    }

    private void build(byte[] key, byte[] row, Map<Projection, BuildFamily> families) {
        @Nullable Object @Nullable [] values = values(key, row);
        boolean isForeign = isForeign(row);
        families.forEach((projection, family) -> {
            if (!isForeign || projection.takesForeign()) {
                projection.follow(key, null, values, family);
            }
        });
    }

    /** All rows are passed: what was brought to disk survives from here on, and what was built follows every change. */
    void endBuild() {
        table.settle();
        change(() -> {
            if (passedAll) {
                built.addAll(building);
                building.clear();
                putMarks();
                noteBehind();
            }
        });
    }

    /** A build has ended for a reason that trying again does not help. */
    void failed(String why) {
        failure = why;
    }

    /** Why a projection cannot be read; empty if it can. Within a reading. */
    Optional<String> unavailable(Projection projection) {
        if (built.contains(projection)) {
            return Optional.empty();
        }
        String why = failure;
        return Optional.of(
                why == null
                        ? projection.label() + " is being built, "
                                + progress(projection).percent() + " %"
                        : projection.label() + " cannot be built: " + why);
    }

    private void noteBehind() {
        behind = declared.all().stream()
                .filter(projection -> !built.contains(projection))
                .toList();
    }

    /** What is not built yet. Never fails. */
    List<BuildProgress> progress() {
        return behind.stream().map(this::progress).toList();
    }

    private BuildProgress progress(Projection projection) {
        long rows = passedRows;
        return new BuildProgress(projection.label(), rows, Math.max(rows, estimatedRows));
    }
}
