package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.KeyCodec;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowMark;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableQueriesTest {

    private static final int PARTITIONS = 4;
    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");

    /** In key order; A10 lies between A1 and A2, as texts do. */
    private static final List<RowKey> ROWS = List.of(
            RowKey.of("A1", "I01"),
            RowKey.of("A1", "I02"),
            RowKey.of("A1", "I03"),
            RowKey.of("A10", "I01"),
            RowKey.of("A2", "I01"),
            RowKey.of("A2", "I02"),
            RowKey.of("B1", "I01"));

    private final FakeTableStore store = new FakeTableStore(CONTRACT, PARTITIONS);
    private final TableQueries queries = new TableQueries(store, KeyCodec.of(CONTRACT));

    private void writeRows() {
        ROWS.forEach(key -> store.upsert(key, "{}"));
    }

    @Test
    void get_rowThatIsThere_isFoundWithItsPosition() {
        RowKey key = RowKey.of("A1", "I01");
        store.upsert(key, "{}");

        Answer<RowJson> answer = queries.get(key);

        assertThat(answer).isInstanceOf(Answer.Found.class);
        Answer.Found<RowJson> found = (Answer.Found<RowJson>) answer;
        assertThat(found.row().key()).isEqualTo(key);
        assertThat(found.asOf()).isEqualTo(new PartitionPosition("dwd_order_item", store.home(key), 1));
    }

    @Test
    void get_rowThatIsNotThere_isAbsent() {
        RowKey key = RowKey.of("A1", "I01");

        assertThat(queries.get(key))
                .isEqualTo(new Answer.Absent<>(
                        new PartitionPosition("dwd_order_item", store.home(key), 1),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    @Test
    void get_markWithoutARow_isAbsentWithTheMark() {
        RowKey key = RowKey.of("A1", "I01");
        store.markWithoutRow(key, "not JSON");

        Answer<RowJson> answer = queries.get(key);

        assertThat(answer).isInstanceOf(Answer.Absent.class);
        assertThat(((Answer.Absent<RowJson>) answer).mark())
                .contains(new RowMark(new RecordPosition("dwd_order_item", store.home(key), 0), "not JSON"));
    }

    @Test
    void get_partitionBeingRestored_isNotReady() {
        RowKey key = RowKey.of("A1", "I01");
        store.restore(store.home(key));

        assertThat(queries.get(key))
                .isEqualTo(new Answer.NotReady<>(
                        "partition " + store.home(key) + " is being restored", Duration.ofSeconds(1)));
    }

    @Test
    void get_partitionOfAnotherInstance_isElsewhere() {
        RowKey key = RowKey.of("A1", "I01");
        store.lose(store.home(key));

        assertThat(queries.get(key)).isEqualTo(new Answer.Elsewhere<>(store.home(key)));
    }

    @Test
    void get_valueOfAnotherType_isRefused() {
        assertThatThrownBy(() -> queries.get(RowKey.of("A1", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column item_id: a Integer (expected: a String for STRING)");
    }

    @Test
    void getAll_keys_areAnsweredInTheirOrder() {
        RowKey found = RowKey.of("A1", "I01");
        RowKey absent = inPartition(store.home(found));
        RowKey lost = inPartition((store.home(found) + 1) % PARTITIONS);
        RowKey restoring = inPartition((store.home(found) + 2) % PARTITIONS);
        store.upsert(found, "{}");
        store.lose(store.home(lost));
        store.restore(store.home(restoring));

        List<Answer<RowJson>> answers = queries.getAll(List.of(restoring, found, lost, absent, found));

        assertThat(answers)
                .containsExactly(
                        queries.get(restoring),
                        queries.get(found),
                        queries.get(lost),
                        queries.get(absent),
                        queries.get(found));
        assertThat(answers)
                .hasExactlyElementsOfTypes(
                        Answer.NotReady.class,
                        Answer.Found.class,
                        Answer.Elsewhere.class,
                        Answer.Absent.class,
                        Answer.Found.class);
    }

    private RowKey inPartition(int partition) {
        for (int i = 0; ; i++) {
            RowKey key = RowKey.of("Z" + i, "I01");
            if (store.home(key) == partition) {
                return key;
            }
        }
    }

    @Test
    void getAll_noKeys_isNoAnswers() {
        assertThat(queries.getAll(List.of())).isEmpty();
    }

    @Test
    void getAll_asManyKeysAsAllowed_areAnswered() {
        assertThat(queries.getAll(Collections.nCopies(1_000, ROWS.get(0)))).hasSize(1_000);
    }

    @Test
    void getAll_moreKeys_areRefused() {
        List<RowKey> keys = Collections.nCopies(1_001, ROWS.get(0));

        assertThatThrownBy(() -> queries.getAll(keys))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keys: 1001 (expected: 0 .. 1000)");
    }

    @Test
    void getAll_valueOfAnotherType_isRefused() {
        assertThatThrownBy(() -> queries.getAll(List.of(ROWS.get(0), RowKey.of("A1", 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column item_id: a Integer (expected: a String for STRING)");
    }

    @Test
    void count_all_isTheRowsWithoutMarksAlone() {
        writeRows();
        store.markWithoutRow(RowKey.of("A1", "I00"), "not JSON");

        RowCount count = queries.count(Scan.all());

        assertThat(count.rows()).isEqualTo(ROWS.size());
        assertThat(count.next()).isEmpty();
        assertThat(count.asOf()).hasSize(PARTITIONS);
        assertThat(count.isComplete()).isTrue();
    }

    @Test
    void count_ofAPrefixOrBetweenBounds_isOfThoseRows() {
        writeRows();

        assertThat(queries.count(Scan.prefix("A1")).rows()).isEqualTo(3);
        assertThat(queries.count(Scan.between(List.of("A10"), List.of("B1"))).rows())
                .isEqualTo(3);
        assertThat(queries.count(Scan.prefix("C")).rows()).isZero();
    }

    @Test
    void count_moreRowsThanTheLimit_goesOnAfterNext() {
        writeRows();

        RowCount first = queries.count(Scan.all().limit(4));
        RowCount second = queries.count(Scan.all().limit(4).after(first.next().orElseThrow()));

        assertThat(first.rows()).isEqualTo(4);
        assertThat(first.next()).contains(ROWS.get(3));
        assertThat(second.rows()).isEqualTo(3);
        assertThat(second.next()).isEmpty();
    }

    @Test
    void count_moreRowsThanTheLimitInReverse_goesOnBeforeNext() {
        writeRows();

        RowCount first = queries.count(Scan.all().reverse().limit(4));
        RowCount second =
                queries.count(Scan.all().reverse().limit(4).after(first.next().orElseThrow()));

        assertThat(first.rows()).isEqualTo(4);
        assertThat(first.next()).contains(ROWS.get(3));
        assertThat(second.rows()).isEqualTo(3);
        assertThat(second.next()).isEmpty();
    }

    @Test
    void count_asManyRowsAsTheLimit_isCountedToTheEnd() {
        writeRows();

        RowCount count = queries.count(Scan.all().limit(ROWS.size()));

        assertThat(count.rows()).isEqualTo(ROWS.size());
        assertThat(count.next()).isEmpty();
    }

    @Test
    void count_partitionsThatCannotBeAsked_areNamed() {
        writeRows();
        store.lose(0);

        RowCount count = queries.count(Scan.all());

        assertThat(count.isComplete()).isFalse();
        assertThat(count.missing())
                .containsExactly(new Page.MissingPartition(0, "partition 0 is not assigned to this instance"));
        assertThat(count.rows())
                .isEqualTo(ROWS.stream().filter(key -> store.home(key) != 0).count());
    }

    @Test
    void count_afterOutsideOfThePrefix_isRefused() {
        assertThatThrownBy(() -> queries.count(Scan.prefix("A1").after(RowKey.of("A2", "I01"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("after: another key (expected: one that begins with the prefix)");
    }

    @Test
    void scan_limitOutOfRange_isRefused() {
        assertThatThrownBy(() -> Scan.all().limit(0)).hasMessage("limit: 0 (expected: 1 .. 10000)");
        assertThatThrownBy(() -> Scan.all().limit(10_001)).hasMessage("limit: 10001 (expected: 1 .. 10000)");
    }
}
