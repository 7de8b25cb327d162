package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a DELETE that is held back is let go. */
class DeleteJoinerReleaseTest {

    private final JoinedTable subject = new JoinedTable();
    private final FakeTable table = subject.table;

    @Test
    void take_endOfASnapshot_endsTheHoldingInItsPartition() {
        subject.holdTwo();

        subject.take(new TableEvent.SnapshotComplete<>(0));

        assertThat(subject.told()).containsExactly("DELETE a 1>", "INSERT c >1", "complete 0");
        assertThat(subject.joiner.waiting())
                .as("the DELETE in the other partition")
                .isEqualTo(1);
    }

    @Test
    void take_lossOfAPartition_endsTheHoldingInIt() {
        subject.holdTwo();

        subject.take(new TableEvent.PartitionLost<>(0));
        table.putElsewhere(0, "a", "2");
        table.deleteElsewhere(0, "a");
        table.put(0, "a", "3");

        assertThat(subject.told()).containsExactly("DELETE a 1>", "INSERT c >1", "lost 0", "INSERT a >3");
    }

    @Test
    void flush_severalPartitions_makesAllReady() {
        subject.holdTwo();

        subject.joiner.flush();

        assertThat(subject.told()).containsExactly("DELETE a 1>", "INSERT c >1", "DELETE b 1>");
        assertThat(subject.joiner.size()).isZero();
        assertThat(subject.nanosUntilDue()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void take_asManyAsTheBound_letsGoOfTheOldestDelete() {
        table.put(0, "a", "1");
        table.put(1, "b", "1");
        table.delete(1, "b");
        table.delete(0, "a");
        table.put(0, "c", "1");
        table.put(0, "d", "1");
        assertThat(subject.told()).containsExactly("INSERT a >1", "INSERT b >1");

        table.put(0, "e", "1");

        assertThat(subject.told()).containsExactly("DELETE b 1>");
        assertThat(subject.joiner.waiting()).isEqualTo(JoinedTable.BOUND - 1);
    }

    @Test
    void due_beforeTheTimeIsOver_tellsNothing() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        subject.told();

        subject.passes(JoinedTable.WITHIN - 1);

        assertThat(subject.told()).isEmpty();
        assertThat(subject.nanosUntilDue()).isEqualTo(1);
    }

    @Test
    void due_timeIsOver_tellsTheDeleteAndWhatWaitsUpToTheNext() {
        table.put(0, "a", "1");
        table.put(0, "b", "1");
        table.delete(0, "a");
        table.put(0, "c", "1");
        subject.passes(1);
        table.delete(0, "b");
        table.put(0, "d", "1");
        subject.told();

        subject.passes(JoinedTable.WITHIN - 1);

        assertThat(subject.told()).containsExactly("DELETE a 1>", "INSERT c >1");
        assertThat(subject.nanosUntilDue()).isEqualTo(1);
    }

    @Test
    void due_thenTheInsert_tellsBothAsTheyCame() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        subject.passes(JoinedTable.WITHIN);

        table.put(0, "a", "2");

        assertThat(subject.told()).containsExactly("INSERT a >1", "DELETE a 1>", "INSERT a >2");
    }
}
