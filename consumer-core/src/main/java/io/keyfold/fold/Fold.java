package io.keyfold.fold;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.StoredRow;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowMark;
import java.time.Instant;
import java.util.Optional;

/**
 * The semantics of an upsert topic, as a pure function of what is stored and what comes.
 *
 * <pre>
 *                row absent                row present
 * good value     insert                    differs: update; equal bytes: unchanged, the mark clears
 * tombstone      already absent            delete
 * bad value      dead letter, mark alone   dead letter, the row stays, marked
 * offset at or below the applied one: skipped
 * </pre>
 *
 * <p>Offsets decide, never timestamps. A key that cannot be decoded never gets here.
 */
public final class Fold {

    private static final FoldStep ALREADY_ABSENT = new FoldStep.AlreadyAbsent();
    private static final FoldStep MARK_CLEARED = new FoldStep.MarkCleared();
    private static final FoldStep SKIPPED = new FoldStep.Skipped();

    private Fold() {}

    /**
     * {@return what a record does}
     *
     * @param appliedOffset the last offset applied in its partition, inclusive; -1 if none is known
     * @param stored what is stored for its key
     * @param value its value
     * @param position where it lies
     * @param timestamp its timestamp; empty if it has none
     */
    public static FoldStep step(
            long appliedOffset,
            Optional<StoredRow> stored,
            DecodedValue value,
            RecordPosition position,
            Optional<Instant> timestamp) {
        if (position.offset() <= appliedOffset) {
            return SKIPPED;
        }
        if (value instanceof DecodedValue.Upsert upsert) {
            return upsert(stored, upsert.json(), position, timestamp);
        }
        if (value instanceof DecodedValue.Bad bad) {
            return bad(stored, bad.why(), position, timestamp);
        }
        if (stored.isEmpty()) {
            return ALREADY_ABSENT;
        }
        return isRow(stored.get()) ? new FoldStep.Delete(stored.get()) : MARK_CLEARED;
    }

    private static FoldStep upsert(
            Optional<StoredRow> stored, RowJson json, RecordPosition position, Optional<Instant> timestamp) {
        StoredRow after = new StoredRow(Optional.of(json), position, timestamp, Optional.empty());
        Optional<StoredRow> row = stored.filter(Fold::isRow);
        if (row.isEmpty()) {
            return new FoldStep.Insert(after);
        }
        return row.get().json().equals(after.json())
                ? new FoldStep.Unchanged(after)
                : new FoldStep.Update(row.get(), after);
    }

    private static FoldStep bad(
            Optional<StoredRow> stored, BadRecord why, RecordPosition position, Optional<Instant> timestamp) {
        RowMark mark = new RowMark(position, why.detail());
        StoredRow marked = stored.filter(Fold::isRow)
                .map(row -> row.withMark(mark))
                .orElseGet(() -> new StoredRow(Optional.empty(), position, timestamp, Optional.of(mark)));
        return new FoldStep.DeadLetter(marked, why);
    }

    private static boolean isRow(StoredRow stored) {
        return stored.json().isPresent();
    }
}
