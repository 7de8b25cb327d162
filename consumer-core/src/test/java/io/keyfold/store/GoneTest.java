package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.StoredRow;
import io.keyfold.codec.StoredRowCodec;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowChange.Cause;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowMark;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GoneTest {

    private static final StoredRowCodec ROWS = new StoredRowCodec("t");
    private static final long BEHIND_INTS = 1L << 40;

    private final Gone gone = notIn(true);

    private static Gone notIn(boolean expires) {
        return new Gone.NotIn(set(3, 8, 9, BEHIND_INTS), Set.of(9L), 10 + BEHIND_INTS, 2, expires);
    }

    @Test
    void test_ofARowWhoseRecordSurvives_isFalse() {
        assertThat(gone.test(row(3))).isFalse();
        assertThat(gone.test(row(BEHIND_INTS))).isFalse();
    }

    private static OffsetSet set(long... offsets) {
        OffsetSet set = new OffsetSet();
        for (long offset : offsets) {
            set.add(offset);
        }
        return set;
    }

    @Test
    void test_ofARowWhoseDeleteIsInTheLogToo_isTrue() {
        assertThat(gone.test(row(9))).isTrue();
    }

    @Test
    void test_ofARowWhoseRecordIsGone_isTrue() {
        assertThat(gone.test(row(4))).isTrue();
        assertThat(gone.test(row(BEHIND_INTS + 1))).isTrue();
    }

    @Test
    void test_ofARowThatCameAfterTheScanBegan_isFalse() {
        assertThat(gone.test(row(10 + BEHIND_INTS))).isFalse();
    }

    @Test
    void test_ofAMarkedRow_whileTheMarksRecordSurvives_isFalse() {
        assertThat(gone.test(marked(4, 8))).isFalse();
        assertThat(gone.test(marked(4, 10 + BEHIND_INTS))).isFalse();
    }

    @Test
    void test_ofAMarkedRow_whileItsOwnRecordSurvives_isFalse() {
        assertThat(gone.test(marked(3, 5))).isFalse();
    }

    @Test
    void test_ofAMarkedRow_whenBothAreGone_isTrue() {
        assertThat(gone.test(marked(4, 5))).isTrue();
    }

    @Test
    void test_ofAMarkAlone_goesByItsRecord() {
        assertThat(gone.test(markAlone(8))).isFalse();
        assertThat(gone.test(markAlone(5))).isTrue();
    }

    @Test
    void cause_belowTheLogsStart_isExpiry() {
        assertThat(gone.cause(row(1))).isEqualTo(Cause.EXPIRED);
        assertThat(gone.cause(row(4))).isEqualTo(Cause.SWEPT);
    }

    @Test
    void test_belowTheLogsStart_isTrueWhereRecordsExpire() {
        assertThat(gone.test(row(1))).isTrue();
        assertThat(gone.isUndecided(row(1))).isFalse();
    }

    @Test
    void test_belowTheLogsStart_isUndecidedWhereRecordsDoNotExpire() {
        Gone kept = notIn(false);

        assertThat(List.of(row(1), marked(0, 1), markAlone(1)))
                .allSatisfy(row -> assertThat(kept.isUndecided(row)).isTrue())
                .allSatisfy(row -> assertThat(kept.test(row)).isFalse());
    }

    @Test
    void test_fromTheLogsStartOn_isDecidedWhereRecordsDoNotExpire() {
        Gone kept = notIn(false);

        assertThat(List.of(row(2), marked(1, 2), markAlone(2)))
                .allSatisfy(row -> assertThat(kept.isUndecided(row)).isFalse())
                .allSatisfy(row -> assertThat(kept.test(row)).isTrue())
                .allSatisfy(row -> assertThat(kept.cause(row)).isEqualTo(Cause.SWEPT));
    }

    @Test
    void below_goesByTheLastRecordOfTheRow() {
        Gone below = new Gone.Below(5);

        assertThat(below.test(row(4))).isTrue();
        assertThat(below.test(row(5))).isFalse();
        assertThat(below.test(marked(4, 5))).isFalse();
        assertThat(below.test(markAlone(4))).isTrue();
    }

    private static byte[] row(long offset) {
        return ROWS.encode(new StoredRow(Optional.of(json()), at(offset), Optional.empty(), Optional.empty()));
    }

    private static byte[] marked(long offset, long markOffset) {
        return ROWS.encode(new StoredRow(Optional.of(json()), at(offset), Optional.empty(), mark(markOffset)));
    }

    private static byte[] markAlone(long offset) {
        return ROWS.encode(new StoredRow(Optional.empty(), at(offset), Optional.empty(), mark(offset)));
    }

    private static Optional<RowMark> mark(long offset) {
        return Optional.of(new RowMark(at(offset), "why"));
    }

    private static RowJson json() {
        return new RowJson(new byte[] {'{', '}'});
    }

    private static RecordPosition at(long offset) {
        return new RecordPosition("t", 0, offset);
    }
}
