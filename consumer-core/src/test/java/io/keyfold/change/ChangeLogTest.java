package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.change.ChangeCursor.At;
import io.keyfold.change.ChangeLog.Slice;
import io.keyfold.change.ChangePage.Cause;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangeLogTest {

    private static final long ENOUGH = 1 << 20;
    private static final long ONE = ChangeSize.of(Changes.insert(0, 0, "x".repeat(100)));

    private final AtomicInteger ids = new AtomicInteger();

    private ChangeLog log(long bytes) {
        return new ChangeLog(bytes, ids::incrementAndGet);
    }

    private static RowChange<RowJson> change(int partition, long offset) {
        return Changes.insert(partition, offset, "x".repeat(100));
    }

    private static Slice read(ChangeLog log, int partition, @Nullable At from) {
        return log.read(partition, from, 0, 100, ENOUGH).orElseThrow();
    }

    @Test
    void read_fromNow_givesWhatComesAfter() {
        ChangeLog log = log(ENOUGH);
        log.gained(0);
        log.publish(change(0, 1));
        At now = read(log, 0, null).next();

        log.publish(change(0, 2));
        log.publish(change(0, 4));

        assertThat(now).isEqualTo(new At(2, 1, 1));
        Slice slice = read(log, 0, now);
        assertThat(Changes.offsets(slice.changes())).containsExactly(2L, 4L);
        assertThat(slice.next()).isEqualTo(new At(5, 1, 3));
        assertThat(slice.reset()).isEmpty();
        assertThat(slice.hasMore()).isFalse();
        assertThat(read(log, 0, slice.next()).changes()).isEmpty();
    }

    /** A partition that was read before it came here, and in which nothing has happened since. */
    @Test
    void read_fromNowWithoutAChange_isWhereThePartitionIs() {
        ChangeLog log = log(ENOUGH);
        log.gained(0);

        assertThat(log.read(0, null, 77, 100, ENOUGH).orElseThrow().next()).isEqualTo(new At(77, 1, 0));
    }

    @Test
    void read_moreThanTheLimit_goesOnWhereItEnded() {
        ChangeLog log = log(ENOUGH);
        log.gained(0);
        At from = read(log, 0, null).next();
        for (int i = 0; i < 5; i++) {
            log.publish(change(0, i));
        }

        Slice first = log.read(0, from, 0, 2, ENOUGH).orElseThrow();
        Slice second = log.read(0, first.next(), 0, 100, ONE).orElseThrow();
        Slice none = log.read(0, second.next(), 0, 0, ENOUGH).orElseThrow();

        assertThat(Changes.offsets(first.changes())).containsExactly(0L, 1L);
        assertThat(first.hasMore()).isTrue();
        assertThat(Changes.offsets(second.changes())).containsExactly(2L);
        assertThat(none.changes()).isEmpty();
        assertThat(none.next()).isEqualTo(second.next());
        assertThat(none.hasMore()).isTrue();
    }

    @Test
    void publish_beyondTheBound_dropsTheOldestOfAllPartitions() {
        ChangeLog log = log(3 * ONE);
        log.gained(0);
        log.gained(1);
        At zero = read(log, 0, null).next();
        At one = read(log, 1, null).next();
        log.publish(change(0, 0));
        log.publish(change(1, 0));
        log.publish(change(0, 1));

        log.publish(change(0, 2));

        assertThat(log.usedBytes()).isEqualTo(3 * ONE);
        Slice tooOld = read(log, 0, zero);
        assertThat(tooOld.reset()).contains(Cause.TOO_OLD);
        assertThat(tooOld.changes()).isEmpty();
        assertThat(tooOld.next()).isEqualTo(new At(3, 1, 3));
        assertThat(read(log, 1, one).reset()).isEmpty();
        assertThat(Changes.offsets(read(log, 0, new At(1, 1, 1)).changes())).containsExactly(1L, 2L);
    }

    @Test
    void publish_aChangeLargerThanTheLog_resetsItsPartitionAlone() {
        ChangeLog log = log(3 * ONE);
        log.gained(0);
        log.gained(1);
        At zero = read(log, 0, null).next();
        At one = read(log, 1, null).next();
        log.publish(change(0, 0));
        log.publish(change(1, 0));

        log.publish(Changes.insert(0, 1, "x".repeat((int) (4 * ONE))));

        assertThat(log.usedBytes()).isEqualTo(ONE);
        Slice lost = read(log, 0, zero);
        assertThat(lost.reset()).contains(Cause.TOO_OLD);
        log.publish(change(0, 2));
        assertThat(Changes.offsets(read(log, 0, lost.next()).changes())).containsExactly(2L);
        assertThat(Changes.offsets(read(log, 1, one).changes())).containsExactly(0L);
    }

    /** However little lies between: another owner may have changed rows, and it is all the same to the position. */
    @Test
    void read_afterThePartitionWasAway_isAReset() {
        ChangeLog log = log(ENOUGH);
        log.gained(0);
        log.publish(change(0, 0));
        At before = read(log, 0, null).next();

        log.lost(0);
        assertThat(log.read(0, before, 0, 100, ENOUGH)).isEmpty();
        assertThat(log.usedBytes()).isZero();
        log.publish(change(0, 1));
        log.gained(0);

        Slice slice = read(log, 0, before);
        assertThat(slice.reset()).contains(Cause.MOVED);
        assertThat(slice.next()).isEqualTo(new At(0, 2, 0));
        log.publish(change(0, 2));
        log.publish(change(0, 3));
        assertThat(read(log, 0, before).reset()).contains(Cause.MOVED);
    }

    @Test
    void read_aPlaceThatWasNeverGiven_isAReset() {
        ChangeLog log = log(ENOUGH);
        log.gained(0);

        assertThat(read(log, 0, new At(9, 1, 9)).reset()).contains(Cause.MOVED);
    }

    @Test
    void onArrival_eachChangeAndEachPartition_isTold() {
        ChangeLog log = log(ENOUGH);
        AtomicInteger told = new AtomicInteger();
        Subscription subscription = log.onArrival(told::incrementAndGet);
        Subscription other = log.onArrival(() -> {
            throw new IllegalStateException("a listener that fails");
        });

        log.gained(0);
        log.publish(change(0, 0));
        log.publish(change(5, 0));
        assertThat(told).hasValue(2);

        subscription.close();
        other.close();
        log.publish(change(0, 1));
        assertThat(told).hasValue(2);
    }

    @Test
    void off_keepsNothing() {
        ChangeLog log = ChangeLog.of(0);
        log.gained(0);
        log.publish(change(0, 0));

        assertThat(log.isOn()).isFalse();
        assertThat(log.read(0, null, 0, 100, ENOUGH)).isEqualTo(Optional.empty());
    }

    @Test
    void of_twoPartitions_giveIdsThatDiffer() {
        ChangeLog log = ChangeLog.of(ENOUGH);
        log.gained(0);
        log.gained(1);

        assertThat(read(log, 0, null).next().log())
                .isNotEqualTo(read(log, 1, null).next().log());
    }
}
