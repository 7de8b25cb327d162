package io.keyfold.test.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.row.Row;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.RowKind;
import io.keyfold.schemas.TableContracts;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableDriverTest {

    /** Some columns are enough. */
    public record Amount(String orderId, String itemId, BigDecimal amount) {}

    private final TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"));

    @AfterEach
    void close() {
        driver.close();
    }

    private void upsert(String order, String item, String amount) {
        driver.upsert(order, item, "U7", "S9", 1, new BigDecimal(amount), "PAID", null);
    }

    @Test
    void get_afterInsertUpdateDelete_followsEach() {
        RowKey key = RowKey.of("A1001", "I02");

        upsert("A1001", "I02", "19.90");
        assertThat(amount(key)).isEqualTo(new BigDecimal("19.90"));

        upsert("A1001", "I02", "100");
        assertThat(amount(key)).isEqualTo(new BigDecimal("100.00"));

        driver.tombstone("A1001", "I02");
        assertThat(driver.table().get(key)).isInstanceOf(Answer.Absent.class);
        assertThat(((Answer.Absent<RowJson>) driver.table().get(key)).asOf().position())
                .isEqualTo(3);
    }

    private BigDecimal amount(RowKey key) {
        Answer<Amount> answer = driver.table().as(Amount.class).get(key);
        return ((Answer.Found<Amount>) answer).row().value().amount();
    }

    @Test
    void changes_ofInsertUpdateDelete_haveBeforeAndAfter() {
        upsert("A1001", "I02", "1");
        upsert("A1001", "I02", "1");
        upsert("A1001", "I02", "2");
        driver.tombstone("A1001", "I02");
        driver.tombstone("A1001", "I02");

        List<RowChange<RowJson>> changes = driver.changes();

        assertThat(changes).extracting(RowChange::kind).containsExactly(RowKind.INSERT, RowKind.UPDATE, RowKind.DELETE);
        assertThat(changes.get(1).before().map(Row::value))
                .isEqualTo(changes.get(0).after().map(Row::value));
        assertThat(changes.get(2).before()).isEqualTo(changes.get(1).after());
        assertThat(changes.get(1).position().offset()).isEqualTo(2);
        assertThat(changes.get(1).before().orElseThrow().position().offset())
                .as("an equal value moves the row's position")
                .isEqualTo(1);
    }

    @Test
    void scan_byLeadingColumn_givesItsRowsInKeyOrderPageByPage() {
        for (String item : List.of("I10", "I02", "I01")) {
            upsert("A1", item, "1");
        }
        upsert("A10", "I01", "1");
        upsert("A0", "I01", "1");

        var first = driver.table().scan(Scan.prefix("A1").limit(2));
        var second = driver.table()
                .scan(Scan.prefix("A1").limit(2).after(first.next().orElseThrow()));

        assertThat(first.rows()).extracting(Row::key).containsExactly(RowKey.of("A1", "I01"), RowKey.of("A1", "I02"));
        assertThat(second.rows()).extracting(Row::key).containsExactly(RowKey.of("A1", "I10"));
        assertThat(second.next()).isEmpty();
        assertThat(second.isComplete()).isTrue();
    }

    @Test
    void scan_afterAKeyOfAnotherPrefix_isRefused() {
        Scan scan = Scan.prefix("B1").after(RowKey.of("A1", "I01"));

        assertThatThrownBy(() -> driver.table().scan(scan))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("after: another key (expected: one that begins with the prefix)");
    }

    @Test
    void deadLetters_ofABadValue_sayWhy() {
        driver.rawText("{\"order_id\":\"A1001\",\"item_id\":\"I02\"}", "{\"order_id\":\"B\",\"item_id\":\"I02\"}");

        assertThat(driver.deadLetters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.reason()).isEqualTo("key-disagrees"));
        assertThat(driver.changes()).isEmpty();
    }
}
