package io.keyfold.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a DELETE and what follows it become. */
class DeleteJoinerTest {

    private final JoinedTable subject = new JoinedTable();
    private final FakeTable table = subject.table;

    @Test
    void take_noDelete_isReadyAtOnce() {
        table.put(0, "a", "1");
        table.put(0, "a", "2");

        assertThat(subject.told()).containsExactly("INSERT a >1", "UPDATE a 1>2");
    }

    /** UC-07: of a row that is updated by way of its delete, only the update is told. */
    @Test
    void take_insertAfterItsDelete_isAnUpdateFromBeforeTheDeleteAtTheInsertsPosition() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(0, "a", "2");

        List<TableEvent<RowJson>> ready = subject.ready();

        assertThat(ready).hasSize(2);
        RowChange<RowJson> update = ((TableEvent.Changed<RowJson>) ready.get(1)).change();
        assertThat(SeenEvents.text(ready.get(1))).isEqualTo("UPDATE a 1>2");
        assertThat(update.before()).isEqualTo(subject.changes.get(1).before());
        assertThat(update.after()).isEqualTo(subject.changes.get(2).after());
        assertThat(update.position()).isEqualTo(new RecordPosition("t", 0, 2));
    }

    /** Its delete was missed, so the row that comes later is another one: neither is held back nor hidden. */
    @Test
    void take_insertAfterASweptRow_isToldBesideItsDelete() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        RowChange<RowJson> deleted = subject.changes.get(1);
        subject.passes(JoinedTable.WITHIN);
        subject.ready();

        subject.take(new TableEvent.Changed<>(new RowChange<>(
                deleted.kind(),
                deleted.key(),
                deleted.before(),
                deleted.after(),
                deleted.position(),
                RowChange.Cause.SWEPT)));
        table.put(0, "a", "1");

        assertThat(subject.told()).containsExactly("DELETE a 1>", "INSERT a >1");
    }

    @Test
    void take_insertOfTheDeletedJson_tellsNothing() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(0, "a", "1");
        table.put(0, "a", "2");

        assertThat(subject.told()).containsExactly("INSERT a >1", "UPDATE a 1>2");
        assertThat(subject.joiner.size()).isZero();
    }

    @Test
    void take_othersOfThePartition_waitBehindTheDeleteAndComeBeforeTheUpdate() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(0, "b", "1");
        table.put(0, "c", "1");
        assertThat(subject.told()).containsExactly("INSERT a >1");

        table.put(0, "a", "2");

        assertThat(subject.told()).containsExactly("INSERT b >1", "INSERT c >1", "UPDATE a 1>2");
    }

    @Test
    void take_otherPartitions_areReadyAtOnce() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(1, "b", "1");

        assertThat(subject.told()).containsExactly("INSERT a >1", "INSERT b >1");
    }

    @Test
    void take_insertOfTheKeyInAnotherPartition_isNotJoined() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        table.put(1, "a", "2");
        subject.passes(JoinedTable.WITHIN);

        assertThat(subject.told()).containsExactly("INSERT a >1", "INSERT a >2", "DELETE a 1>");
    }

    @Test
    void take_deleteAfterAJoinedInsert_isHeldAnew() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        subject.passes(JoinedTable.WITHIN - 1);
        table.put(0, "a", "2");
        table.delete(0, "a");
        subject.passes(JoinedTable.WITHIN - 1);
        assertThat(subject.told()).containsExactly("INSERT a >1", "UPDATE a 1>2");

        table.put(0, "a", "3");

        assertThat(subject.told()).containsExactly("UPDATE a 2>3");
    }

    @Test
    void take_insertBehindAnotherDelete_isJoinedAndWaits() {
        table.put(0, "a", "1");
        table.put(0, "b", "1");
        table.delete(0, "a");
        table.delete(0, "b");
        table.put(0, "b", "2");
        assertThat(subject.told()).containsExactly("INSERT a >1", "INSERT b >1");

        subject.passes(JoinedTable.WITHIN);

        assertThat(subject.told()).containsExactly("DELETE a 1>", "UPDATE b 1>2");
    }

    @Test
    void take_deleteToldAgainAfterAFailure_isHeldInPlaceOfTheFirst() {
        table.put(0, "a", "1");
        table.delete(0, "a");
        subject.take(new TableEvent.Changed<>(subject.changes.get(1)));
        table.put(0, "a", "2");

        assertThat(subject.told()).containsExactly("INSERT a >1", "DELETE a 1>", "UPDATE a 1>2");
    }

    @Test
    void take_pairsOfEqualJsonBehindADelete_takeUpNoRoom() {
        table.put(0, "a", "1");
        table.put(0, "b", "1");
        table.delete(0, "a");
        for (int i = 0; i < 10 * JoinedTable.BOUND; i++) {
            table.delete(0, "b");
            table.put(0, "b", "1");
        }

        assertThat(subject.told()).containsExactly("INSERT a >1", "INSERT b >1");
        assertThat(subject.joiner.size()).isEqualTo(1);
    }
}
