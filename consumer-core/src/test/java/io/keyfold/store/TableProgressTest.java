package io.keyfold.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RecordPosition;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TableProgressTest {

    private final TableProgress progress = new TableProgress("t");

    @Test
    void unassigned_byAReaderThatLostItToAnother_keepsIt() {
        progress.assigned(0, "A");
        progress.assigned(0, "B");
        progress.unassigned(0, "A");
        progress.opened(0, -1, new Freshness(new Retention(Duration.ofDays(1)), System::currentTimeMillis));

        assertThat(progress.assigned(0, "B").isOpen()).isTrue();
    }

    @Test
    void readerClosed_takesItsPartitionsAlong() {
        progress.readerMade("A", polls());
        progress.assigned(0, "A");
        progress.assigned(1, "B");

        progress.readerClosed("A");

        assertThat(progress.assigned()).extracting(PartitionProgress::partition).containsExactly(1);
    }

    @Test
    void isAssigned_onlyOnceEveryReaderHasJoined() {
        assertThat(progress.isAssigned()).isFalse();
        progress.readerMade("A", polls());
        progress.readerMade("B", polls());
        progress.readerJoined("A");
        assertThat(progress.isAssigned()).isFalse();

        progress.readerJoined("B");

        assertThat(progress.isAssigned()).as("also with no partition at all").isTrue();
    }

    @Test
    void furthest_growsWithRecordsThatWereNeverFoldedBeforeAlone() {
        progress.applied(new RecordPosition("t", 0, 9));
        progress.applied(new RecordPosition("t", 1, 4));
        assertThat(progress.furthest()).isEqualTo(15);

        progress.applied(new RecordPosition("t", 0, 3));
        assertThat(progress.furthest()).isEqualTo(15);

        progress.applied(new RecordPosition("t", 0, 10));
        assertThat(progress.furthest()).isEqualTo(16);
    }

    /** Of two threads of this instance one may stand still. */
    @Test
    void stuck_oneReaderOfTwo_concernsItsPartitionsAlone() {
        AtomicLong nanos = new AtomicLong();
        ReaderPolls wedged = new ReaderPolls(Duration.ofMinutes(5), nanos::get);
        ReaderPolls well = new ReaderPolls(Duration.ofMinutes(5), nanos::get);
        progress.readerMade("A", wedged);
        progress.readerMade("B", well);
        PartitionProgress stuck = progress.assigned(0, "A");
        PartitionProgress read = progress.assigned(1, "B");

        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        well.polls();

        assertThat(stuck.stuck()).isEqualTo(progress.stuck()).isPresent();
        assertThat(read.stuck()).isEmpty();
        progress.applied(new RecordPosition("t", 0, 9));
        assertThat(stuck.stuck()).as("of one that folds").isEmpty();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        progress.assigned(0, "B");
        well.polls();
        assertThat(stuck.stuck()).as("of one that another has taken over").isEmpty();
    }

    /** UC-66: slow is not dead. */
    @Test
    void givenUp_readerThatPollsTooLateAndFolds_isNot() {
        AtomicLong nanos = new AtomicLong();
        ReaderPolls reader = new ReaderPolls(Duration.ofMinutes(5), nanos::get);
        progress.readerMade("A", reader);
        progress.assigned(0, "A");
        reader.polls();
        nanos.addAndGet(Duration.ofMinutes(6).toNanos());
        assertThat(progress.givenUp().orElseThrow()).contains("longer than max.poll.interval.ms");

        progress.applied(new RecordPosition("t", 0, 9));

        assertThat(progress.givenUp()).isEmpty();
    }

    private static ReaderPolls polls() {
        return new ReaderPolls(Duration.ofMinutes(5), System::nanoTime);
    }
}
