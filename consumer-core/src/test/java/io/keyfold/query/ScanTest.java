package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.codec.KeyCodec;
import io.keyfold.row.PartitionPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ranges, directions and pages, over several partitions. */
class ScanTest {

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

    private List<RowKey> keys(Scan scan) {
        return queries.scan(scan).rows().stream().map(Row::key).toList();
    }

    /** All pages, a row each. */
    private List<RowKey> walked(Scan scan) {
        List<RowKey> walked = new ArrayList<>();
        Optional<RowKey> next;
        Scan rest = scan.limit(1);
        do {
            Page<RowJson> page = queries.scan(rest);
            page.rows().forEach(row -> walked.add(row.key()));
            next = page.next();
            rest = next.map(rest::after).orElse(rest);
        } while (next.isPresent());
        return walked;
    }

    private static List<RowKey> reversed(List<RowKey> keys) {
        List<RowKey> reversed = new ArrayList<>(keys);
        Collections.reverse(reversed);
        return reversed;
    }

    @Test
    void rows_ofTheseTests_lieInSeveralPartitions() {
        assertThat(ROWS.stream().map(store::home).distinct().count()).isGreaterThan(1);
    }

    @Test
    void scan_all_isInKeyOrder() {
        writeRows();

        assertThat(keys(Scan.all())).isEqualTo(ROWS);
    }

    @Test
    void scan_reverse_isGreatestKeyFirst() {
        writeRows();

        assertThat(keys(Scan.all().reverse())).isEqualTo(reversed(ROWS));
    }

    @Test
    void scan_pages_haveEveryRowOnceInBothDirections() {
        writeRows();

        assertThat(walked(Scan.all())).isEqualTo(ROWS);
        assertThat(walked(Scan.all().reverse())).isEqualTo(reversed(ROWS));
        assertThat(walked(Scan.prefix("A1"))).isEqualTo(ROWS.subList(0, 3));
        assertThat(walked(Scan.prefix("A1").reverse())).isEqualTo(reversed(ROWS.subList(0, 3)));
        assertThat(walked(Scan.between(List.of("A1", "I02"), List.of("A2", "I02"))))
                .isEqualTo(ROWS.subList(1, 5));
        assertThat(walked(
                        Scan.between(List.of("A1", "I02"), List.of("A2", "I02")).reverse()))
                .isEqualTo(reversed(ROWS.subList(1, 5)));
    }

    @Test
    void scan_prefix_isOfWholeColumns() {
        writeRows();

        assertThat(keys(Scan.prefix("A1"))).isEqualTo(ROWS.subList(0, 3));
        assertThat(keys(Scan.prefix("A1").reverse())).isEqualTo(reversed(ROWS.subList(0, 3)));
        assertThat(keys(Scan.prefix("A"))).isEmpty();
    }

    @Test
    void scan_canonicalConstructorOfOld_isAPrefixForward() {
        assertThat(new Scan(List.of("A1"), Optional.empty(), 1_000)).isEqualTo(Scan.prefix("A1"));
    }

    @Test
    void scan_between_hasFromAndNotTo() {
        writeRows();

        assertThat(keys(Scan.between(List.of("A10"), List.of("B1")))).isEqualTo(ROWS.subList(3, 6));
        assertThat(keys(Scan.between(List.of("A1", "I02"), List.of("A10")))).isEqualTo(ROWS.subList(1, 3));
        assertThat(keys(Scan.between(List.of("A10"), List.of("A2", "I02")).reverse()))
                .isEqualTo(reversed(ROWS.subList(3, 5)));
    }

    @Test
    void scan_betweenBoundsThatNoRowHas_isWhatLiesBetween() {
        writeRows();

        assertThat(keys(Scan.between(List.of("A11"), List.of("A3")))).isEqualTo(ROWS.subList(4, 6));
    }

    @Test
    void scan_betweenOpenEnds_goesToTheEnds() {
        writeRows();

        assertThat(keys(Scan.between(List.of(), List.of("A10")))).isEqualTo(ROWS.subList(0, 3));
        assertThat(keys(Scan.between(List.of("A2"), List.of()))).isEqualTo(ROWS.subList(4, 7));
        assertThat(keys(Scan.between(List.of(), List.of()))).isEqualTo(ROWS);
        assertThat(keys(Scan.between(List.of(), List.of()).reverse())).isEqualTo(reversed(ROWS));
    }

    @Test
    void scan_fromThatIsTo_isEmptyAndComplete() {
        writeRows();

        Page<RowJson> page = queries.scan(Scan.between(List.of("A2"), List.of("A2")));

        assertThat(page.rows()).isEmpty();
        assertThat(page.next()).isEmpty();
        assertThat(page.isComplete()).isTrue();
    }

    @Test
    void scan_toBeforeFrom_isRefused() {
        assertThatThrownBy(() -> queries.scan(Scan.between(List.of("A2"), List.of("A10"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("to: a key before from (expected: from, or one behind it)");
    }

    @Test
    void scan_boundOfAnotherType_isRefused() {
        assertThatThrownBy(() -> queries.scan(Scan.between(List.of(1), List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column order_id: a Integer (expected: a String for STRING)");
    }

    @Test
    void scan_boundOfMoreColumnsThanTheKey_isRefused() {
        assertThatThrownBy(() -> queries.scan(Scan.between(List.of(), List.of("A1", "I01", "x"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key: 3 values (expected: order_id, item_id)");
    }

    @Test
    void scan_prefixAndBounds_isWhatLiesBetweenThemWithinThePrefix() {
        writeRows();

        assertThat(keys(Scan.prefix("A1").from("I02"))).isEqualTo(ROWS.subList(1, 3));
        assertThat(keys(Scan.prefix("A1").to("I02"))).isEqualTo(ROWS.subList(0, 1));
        assertThat(keys(Scan.prefix("A1").from("I02").to("I03"))).isEqualTo(ROWS.subList(1, 2));
        assertThat(keys(Scan.prefix("A1").from("I01").to("I03").reverse())).isEqualTo(reversed(ROWS.subList(0, 2)));
        assertThat(walked(Scan.prefix("A1").from("I011"))).isEqualTo(ROWS.subList(1, 3));
    }

    @Test
    void scan_prefixAndBoundsTheWrongWayRound_isRefused() {
        assertThatThrownBy(() -> queries.scan(Scan.prefix("A1").from("I03").to("I02")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("to: a key before from (expected: from, or one behind it)");
    }

    @Test
    void scan_prefixOfAllColumnsAndABound_isRefused() {
        assertThatThrownBy(() -> queries.scan(Scan.prefix("A1", "I01").from("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key: 3 values (expected: order_id, item_id)");
    }

    @Test
    void scan_afterOutsideOfPrefixAndBounds_isRefused() {
        Scan scan = Scan.prefix("A1").from("I02");

        for (RowKey outside : List.of(RowKey.of("A1", "I01"), RowKey.of("A2", "I02"))) {
            assertThatThrownBy(() -> queries.scan(scan.after(outside)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "after: another key (expected: one that begins with the prefix, is not before from, and before to)");
        }
    }

    @Test
    void scan_after_goesOnBehindItInBothDirections() {
        writeRows();
        RowKey middle = RowKey.of("A10", "I01");

        assertThat(keys(Scan.all().after(middle))).isEqualTo(ROWS.subList(4, 7));
        assertThat(keys(Scan.all().after(middle).reverse())).isEqualTo(reversed(ROWS.subList(0, 3)));
        assertThat(keys(Scan.all().reverse().after(middle))).isEqualTo(reversed(ROWS.subList(0, 3)));
    }

    @Test
    void scan_afterARowThatIsGone_goesOnWhereItWas() {
        writeRows();
        RowKey gone = RowKey.of("A1", "I025");

        assertThat(keys(Scan.prefix("A1").after(gone))).containsExactly(RowKey.of("A1", "I03"));
        assertThat(keys(Scan.prefix("A1").reverse().after(gone)))
                .containsExactly(RowKey.of("A1", "I02"), RowKey.of("A1", "I01"));
    }

    @Test
    void scan_afterOutsideOfThePrefix_isRefusedInBothDirections() {
        for (RowKey outside : List.of(RowKey.of("A0", "I01"), RowKey.of("A10", "I01"))) {
            Scan scan = Scan.prefix("A1").after(outside);

            assertThatThrownBy(() -> queries.scan(scan))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("after: another key (expected: one that begins with the prefix)");
            assertThatThrownBy(() -> queries.scan(scan.reverse()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("after: another key (expected: one that begins with the prefix)");
        }
    }

    @Test
    void scan_afterOutsideOfTheBounds_isRefusedInBothDirections() {
        for (RowKey outside : List.of(RowKey.of("A1", "I01"), RowKey.of("A2", "I01"))) {
            Scan scan = Scan.between(List.of("A1", "I02"), List.of("A2")).after(outside);

            assertThatThrownBy(() -> queries.scan(scan))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("after: another key (expected: one that is not before from, and before to)");
            assertThatThrownBy(() -> queries.scan(scan.reverse()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("after: another key (expected: one that is not before from, and before to)");
        }
    }

    @Test
    void scan_afterTheBoundsThemselves_isAllowedWhereTheyAreInTheRange() {
        writeRows();
        Scan scan = Scan.between(List.of("A1", "I02"), List.of("A2"));

        assertThat(keys(scan.after(RowKey.of("A1", "I02")))).isEqualTo(ROWS.subList(2, 4));
        assertThat(keys(scan.reverse().after(RowKey.of("A1", "I02")))).isEmpty();
    }

    @Test
    void scan_partitionsThatCannotBeAsked_areNamed() {
        writeRows();
        store.lose(0);
        store.restore(2);

        Page<RowJson> page = queries.scan(Scan.all());

        assertThat(page.isComplete()).isFalse();
        assertThat(page.missing())
                .containsExactly(
                        new Page.MissingPartition(0, "partition 0 is not assigned to this instance"),
                        new Page.MissingPartition(2, "partition 2 is being restored"));
        assertThat(page.asOf()).extracting(PartitionPosition::partition).containsExactly(1, 3);
        assertThat(page.rows())
                .extracting(Row::key)
                .containsExactlyElementsOf(
                        ROWS.stream().filter(key -> store.home(key) % 2 == 1).toList());
    }
}
