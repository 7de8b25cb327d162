package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keyfold.codec.KeyCodec;
import io.keyfold.config.Measure;
import io.keyfold.config.TableSettings;
import io.keyfold.query.Page.StalePartition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.StaleMark;
import io.keyfold.schemas.TableContracts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a reader is told of rows that may have been deleted upstream. */
class StaleRowsTest {

    private static final TableSettings TABLE = TableSettings.of(TableContracts.named("dwd_order_item"))
            .index("by_user", "user_id")
            .total("rows", Measure.count(), List.of());
    private static final StaleMark AWAY = new StaleMark(
            Optional.of(Instant.parse("2024-01-15T02:40:00Z")), "away for longer than tombstones are kept");

    private final FakeTableStore store = new FakeTableStore(TABLE, 6);
    private final KeyCodec keys = KeyCodec.of(TABLE.contract());
    private final TableQueries queries = new TableQueries(store, keys);
    private final ProjectionQueries projections = new ProjectionQueries(store.settings(), store, keys);
    private final RowKey stale = RowKey.of("A1", "I01");
    private final RowKey fresh = other(stale);

    private RowKey other(RowKey key) {
        RowKey candidate = key;
        for (int item = 2; store.home(candidate) == store.home(key); item++) {
            candidate = RowKey.of("A1", "J" + item);
        }
        return candidate;
    }

    @BeforeEach
    void fill() {
        store.upsert(stale, "{}");
        store.upsert(fresh, "{}");
        store.suspect(store.home(stale), AWAY);
    }

    private static Answer.Found<RowJson> found(Answer<RowJson> answer) {
        assertThat(answer).isInstanceOf(Answer.Found.class);
        return (Answer.Found<RowJson>) answer;
    }

    /** UC-33: never as plain fresh. */
    @Test
    void get_rowOfAStalePartition_bearsTheMark() {
        Answer.Found<RowJson> answer = found(queries.get(stale));

        assertThat(answer.row().stale()).contains(AWAY);
        assertThat(answer.caughtUpAt()).isEqualTo(AWAY.caughtUpAt());
    }

    @Test
    void get_rowOfAFreshPartition_bearsNone() {
        assertThat(found(queries.get(fresh)).row().stale()).isEmpty();
    }

    /** A missed delete leaves a row too many, never one too few. */
    @Test
    void get_noRowInAStalePartition_isAbsent() {
        RowKey absent = RowKey.of("B1", "I01");
        store.suspect(store.home(absent), AWAY);

        Answer<RowJson> answer = queries.get(absent);

        assertThat(answer).isInstanceOf(Answer.Absent.class);
        assertThat(((Answer.Absent<RowJson>) answer).caughtUpAt()).isEqualTo(AWAY.caughtUpAt());
    }

    @Test
    void getAll_rowsOfBoth_bearWhatIsTheirs() {
        List<Answer<RowJson>> answers = queries.getAll(List.of(fresh, stale));

        assertThat(answers)
                .extracting(answer -> found(answer).row().stale())
                .containsExactly(Optional.empty(), Optional.of(AWAY));
    }

    @Test
    void scan_rowsOfBoth_bearWhatIsTheirsAndThePageNamesThePartition() {
        Page<RowJson> page = queries.scan(Scan.all());

        assertThat(page.rows())
                .extracting(Row::key, Row::stale)
                .containsExactlyInAnyOrder(tuple(stale, Optional.of(AWAY)), tuple(fresh, Optional.empty()));
        assertThat(page.stale()).containsExactly(new StalePartition(store.home(stale), AWAY));
        assertThat(page.isFresh()).isFalse();
        assertThat(page.isComplete()).as("nothing is missing").isTrue();
    }

    @Test
    void scan_freshPartitions_isFresh() {
        FakeTableStore nothingStale = new FakeTableStore(TABLE, 6);
        nothingStale.upsert(stale, "{}");

        Page<RowJson> page = new TableQueries(nothingStale, keys).scan(Scan.all());

        assertThat(page.isFresh()).isTrue();
        assertThat(page.stale()).isEmpty();
    }

    @Test
    void scan_index_rowsBearTheMarkAndThePageNamesThePartition() {
        IndexPage<RowJson> page = projections.scan(IndexScan.of("by_user"));

        assertThat(page.rows())
                .filteredOn(row -> row.stale().isPresent())
                .extracting(Row::key)
                .containsExactly(stale);
        assertThat(page.stale()).containsExactly(new StalePartition(store.home(stale), AWAY));
        assertThat(page.isFresh()).isFalse();
    }

    @Test
    void map_page_keepsWhatIsStale() {
        Page<String> page =
                queries.scan(Scan.all()).map(row -> row.withValue(row.value().text()));
        IndexPage<String> indexed = projections
                .scan(IndexScan.of("by_user"))
                .map(row -> row.withValue(row.value().text()));

        assertThat(page.stale()).hasSize(1);
        assertThat(page.rows()).filteredOn(row -> row.stale().isPresent()).hasSize(1);
        assertThat(indexed.stale()).hasSize(1);
        assertThat(indexed.rows()).filteredOn(row -> row.stale().isPresent()).hasSize(1);
    }

    @Test
    void count_rowsOfAStalePartition_saysSo() {
        RowCount count = queries.count(Scan.all());

        assertThat(count.rows()).isEqualTo(2);
        assertThat(count.stale()).containsExactly(new StalePartition(store.home(stale), AWAY));
        assertThat(count.isFresh()).isFalse();
    }

    @Test
    void totals_rowsOfAStalePartition_saysSo() {
        TotalPage page = projections.totals(TotalScan.of("rows"));

        assertThat(page.stale()).containsExactly(new StalePartition(store.home(stale), AWAY));
        assertThat(page.isFresh()).isFalse();
    }
}
