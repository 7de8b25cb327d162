package io.keyfold.fold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.BadRecord;
import io.keyfold.codec.DecodedValue;
import io.keyfold.codec.StoredRow;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowMark;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The table of the design, cell by cell. */
class FoldTest {

    private static final Optional<Instant> EARLIER = Optional.of(Instant.ofEpochMilli(1_000));
    private static final Optional<Instant> LATER = Optional.of(Instant.ofEpochMilli(2_000));
    private static final BadRecord WHY = new BadRecord(BadRecord.Reason.NOT_JSON, "not valid JSON at byte 2", 2);
    private static final DecodedValue TOMBSTONE = new DecodedValue.Tombstone();
    private static final DecodedValue BAD = new DecodedValue.Bad(WHY);
    private static final Optional<StoredRow> ABSENT = Optional.empty();
    private static final Optional<StoredRow> MARK_ALONE =
            Optional.of(new StoredRow(Optional.empty(), at(4), EARLIER, mark(4)));

    private static RecordPosition at(long offset) {
        return new RecordPosition("t", 1, offset);
    }

    private static RowJson json(String text) {
        return new RowJson(text.getBytes(UTF_8));
    }

    private static Optional<RowMark> mark(long offset) {
        return Optional.of(new RowMark(at(offset), WHY.detail()));
    }

    private static StoredRow row(String text, long offset, Optional<Instant> timestamp) {
        return new StoredRow(Optional.of(json(text)), at(offset), timestamp, Optional.empty());
    }

    private static StoredRow marked(String text, long offset, long markOffset) {
        return new StoredRow(Optional.of(json(text)), at(offset), EARLIER, mark(markOffset));
    }

    private static FoldStep step(Optional<StoredRow> stored, DecodedValue value) {
        return Fold.step(4, stored, value, at(5), LATER);
    }

    private static DecodedValue upsert(String text) {
        return new DecodedValue.Upsert(json(text));
    }

    @Test
    void fold_valueForAbsentRow_inserts() {
        assertThat(step(ABSENT, upsert("b"))).isEqualTo(new FoldStep.Insert(row("b", 5, LATER)));
    }

    @Test
    void fold_otherValueForPresentRow_updatesWithBeforeAndAfter() {
        StoredRow before = row("a", 3, EARLIER);

        assertThat(step(Optional.of(before), upsert("b"))).isEqualTo(new FoldStep.Update(before, row("b", 5, LATER)));
    }

    @Test
    void fold_equalValueForPresentRow_isUnchangedAtTheNewPosition() {
        assertThat(step(Optional.of(row("a", 3, EARLIER)), upsert("a")))
                .isEqualTo(new FoldStep.Unchanged(row("a", 5, LATER)));
    }

    @Test
    void fold_equalValueForMarkedRow_clearsTheMark() {
        assertThat(step(Optional.of(marked("a", 3, 4)), upsert("a")))
                .isEqualTo(new FoldStep.Unchanged(row("a", 5, LATER)));
    }

    @Test
    void fold_tombstoneForPresentRow_deletesWithBefore() {
        StoredRow before = row("a", 3, EARLIER);

        assertThat(step(Optional.of(before), TOMBSTONE)).isEqualTo(new FoldStep.Delete(before));
    }

    @Test
    void fold_tombstoneForAbsentRow_isNoOp() {
        assertThat(step(ABSENT, TOMBSTONE)).isEqualTo(new FoldStep.AlreadyAbsent());
    }

    @Test
    void fold_tombstoneForMarkAlone_isNoOpThatClearsIt() {
        assertThat(step(MARK_ALONE, TOMBSTONE)).isEqualTo(new FoldStep.MarkCleared());
    }

    @Test
    void fold_badValueForPresentRow_keepsTheRowAndMarksIt() {
        assertThat(step(Optional.of(row("a", 3, EARLIER)), BAD))
                .isEqualTo(new FoldStep.DeadLetter(marked("a", 3, 5), WHY));
    }

    @Test
    void fold_badValueForMarkedRow_movesTheMark() {
        assertThat(step(Optional.of(marked("a", 3, 4)), BAD))
                .isEqualTo(new FoldStep.DeadLetter(marked("a", 3, 5), WHY));
    }

    @Test
    void fold_badValueForAbsentRow_leavesAMarkAlone() {
        assertThat(step(ABSENT, BAD))
                .isEqualTo(new FoldStep.DeadLetter(new StoredRow(Optional.empty(), at(5), LATER, mark(5)), WHY));
    }

    @Test
    void fold_valueForMarkAlone_inserts() {
        assertThat(step(MARK_ALONE, upsert("b"))).isEqualTo(new FoldStep.Insert(row("b", 5, LATER)));
    }

    @Test
    void fold_offsetAtOrBelowTheAppliedOne_isSkipped() {
        for (DecodedValue value : new DecodedValue[] {upsert("b"), TOMBSTONE, BAD}) {
            assertThat(Fold.step(5, Optional.of(row("a", 3, EARLIER)), value, at(5), LATER))
                    .isEqualTo(new FoldStep.Skipped());
        }
    }

    /** UC-60: within a partition the offset decides, whatever the timestamps say. */
    @Test
    void fold_laterOffsetWithEarlierTimestamp_wins() {
        StoredRow newer = row("a", 3, LATER);

        assertThat(Fold.step(4, Optional.of(newer), upsert("b"), at(5), EARLIER))
                .isEqualTo(new FoldStep.Update(newer, row("b", 5, EARLIER)));
        assertThat(Fold.step(4, Optional.of(newer), TOMBSTONE, at(5), EARLIER)).isEqualTo(new FoldStep.Delete(newer));
    }
}
