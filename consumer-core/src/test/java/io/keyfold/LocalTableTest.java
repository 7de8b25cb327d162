package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.change.ChangeFeed;
import io.keyfold.health.FindingHistory;
import io.keyfold.metrics.AuditKind;
import io.keyfold.metrics.ConsumerMetrics;
import io.keyfold.query.Answer;
import io.keyfold.query.FakeTableStore;
import io.keyfold.query.RowCount;
import io.keyfold.query.Scan;
import io.keyfold.row.ColumnValues;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A table's answers with values read into a record. */
class LocalTableTest {

    /** What is read of a row. */
    public record Item(String orderId, String itemId) {}

    private static final TableContract CONTRACT = TableContracts.named("dwd_order_item");
    private static final RowKey FIRST = RowKey.of("A1", "I01");
    private static final RowKey SECOND = RowKey.of("A1", "I02");

    private final FakeTableStore store = new FakeTableStore(CONTRACT, 1);
    private final UpsertTable<Item> table = LocalTable.over(
                    store, new ChangeFeed("dwd_order_item"), new FindingHistory(store, ConsumerMetrics.NONE))
            .as(Item.class);

    private void upsert(String orderId, String itemId) {
        store.upsert(RowKey.of(orderId, itemId), "{\"order_id\":\"" + orderId + "\",\"item_id\":\"" + itemId + "\"}");
    }

    @Test
    void get_partitionOfAnotherInstance_isElsewhere() {
        store.lose(0);

        assertThat(table.get(FIRST)).isEqualTo(new Answer.Elsewhere<Item>(0));
    }

    @Test
    void getAll_rows_areReadIntoTheRecordInTheOrderOfTheKeys() {
        upsert("A1", "I01");

        List<Answer<Item>> answers = table.getAll(List.of(SECOND, FIRST));

        assertThat(answers.get(0)).isInstanceOf(Answer.Absent.class);
        assertThat(answers.get(1))
                .isInstanceOfSatisfying(
                        Answer.Found.class,
                        found -> assertThat(found.row().value()).isEqualTo(new Item("A1", "I01")));
    }

    @Test
    void asColumns_row_hasAllColumnsByName() {
        upsert("A1", "I01");

        Answer<ColumnValues> answer = table.asColumns().get(FIRST);

        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Found.class,
                        found -> assertThat(found.row().value()).isInstanceOfSatisfying(ColumnValues.class, row -> {
                            assertThat(row.text("item_id")).contains("I01");
                            assertThat(row.decimal("amount")).isEmpty();
                            assertThat(row.names()).startsWith("order_id", "item_id", "user_id");
                        }));
    }

    @Test
    void canonicalJson_rowAndKey_areOneText() {
        Row<RowJson> row = new Row<>(
                FIRST,
                new RowJson("{\"amount\":1E+3,\"item_id\":\"I01\",\"order_id\":\"A1\",\"x\":1}".getBytes(UTF_8)),
                new RecordPosition("t", 0, 0),
                Optional.empty(),
                Optional.empty());

        assertThat(table.canonicalJson(row))
                .isEqualTo(
                        "{\"order_id\":\"A1\",\"item_id\":\"I01\",\"user_id\":null,\"sku_id\":null,\"quantity\":null,"
                                + "\"amount\":1000.00,\"order_status\":null,\"update_time\":null}");
        assertThat(table.canonicalKeyJson(FIRST)).isEqualTo("{\"order_id\":\"A1\",\"item_id\":\"I01\"}");
    }

    @Test
    void getAll_tooManyKeys_isRefused() {
        List<RowKey> keys = Collections.nCopies(1_001, FIRST);

        assertThatThrownBy(() -> table.getAll(keys))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keys: 1001 (expected: 0 .. 1000)");
    }

    @Test
    void audit_kindsForUsers_areBegun() {
        assertThat(table.audit(AuditKind.FULL)).isNotNull();
        assertThat(table.audit(AuditKind.ZOMBIES)).isNotNull();

        assertThat(store.audits()).containsExactly(AuditKind.FULL, AuditKind.ZOMBIES);
    }

    @Test
    void audit_expiry_isRefused() {
        assertThatThrownBy(() -> table.audit(AuditKind.EXPIRY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kind: EXPIRY (expected: ZOMBIES or FULL, for rows expire by themselves)");
        assertThat(store.audits()).isEmpty();
    }

    @Test
    void get_staleRow_keepsItsMarkInTheRecord() {
        StaleMark away = new StaleMark(Optional.empty(), "away");
        upsert("A1", "I01");
        store.suspect(0, away);

        Answer<Item> answer = table.get(FIRST);

        assertThat(answer).isInstanceOf(Answer.Found.class);
        assertThat(((Answer.Found<Item>) answer).row().stale()).contains(away);
    }

    @Test
    void count_rows_areNotRead() {
        store.upsert(FIRST, "no JSON at all");
        upsert("A1", "I02");

        RowCount count = table.count(Scan.prefix("A1").limit(1));

        assertThat(count.rows()).isEqualTo(1);
        assertThat(count.next()).contains(FIRST);
        assertThat(count.isComplete()).isTrue();
    }
}
