package io.keyfold.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.codec.KeyCodec;
import io.keyfold.config.TableSettings;
import io.keyfold.query.Page.WaitingPartition;
import io.keyfold.row.Row;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.row.WaitingMark;
import io.keyfold.schemas.TableContracts;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** UC-53: whoever asks is told that newer data waits behind an open transaction. */
final class WaitingRowsTest {

    private static final TableSettings TABLE =
            TableSettings.of(TableContracts.named("dwd_order_item")).index("by_user", "user_id");
    private static final WaitingMark THREE = new WaitingMark(Instant.parse("2024-01-15T09:00:00Z"));

    private final FakeTableStore store = new FakeTableStore(TABLE, 6);
    private final KeyCodec keys = KeyCodec.of(TABLE.contract());
    private final TableQueries queries = new TableQueries(store, keys);
    private final RowKey held = RowKey.of("A1", "I01");

    @BeforeEach
    void fill() {
        store.upsert(held, "{}");
        store.waiting(store.home(held), THREE);
    }

    @Test
    void get_rowOfAPartitionWithDataThatWaits_saysSinceWhenAndHowMuch() {
        Answer<RowJson> answer = queries.get(held);

        assertThat(answer).isInstanceOf(Answer.Found.class);
        assertThat(((Answer.Found<RowJson>) answer).row().waiting()).contains(THREE);
        assertThat(((Answer.Found<RowJson>) answer).row().stale()).isEmpty();
    }

    /** What waits may be the row that is asked for. */
    @Test
    void get_noRowInAPartitionWithDataThatWaits_saysSoToo() {
        RowKey absent = RowKey.of("B1", "I01");
        store.waiting(store.home(absent), THREE);

        Answer<RowJson> answer = queries.get(absent);

        assertThat(answer).isInstanceOf(Answer.Absent.class);
        assertThat(((Answer.Absent<RowJson>) answer).waiting()).contains(THREE);
    }

    @Test
    void scan_page_namesThePartition() {
        Page<RowJson> page = queries.scan(Scan.all());

        assertThat(page.waiting()).containsExactly(new WaitingPartition(store.home(held), THREE));
        assertThat(page.stale()).isEmpty();
        assertThat(page.rows()).extracting(Row::waiting).containsExactly(Optional.of(THREE));
    }

    @Test
    void scan_pageByIndex_namesThePartitionToo() {
        IndexPage<RowJson> page = new ProjectionQueries(store.settings(), store, keys)
                .scan(IndexScan.of("by_user").limit(10));

        assertThat(page.waiting()).containsExactly(new WaitingPartition(store.home(held), THREE));
    }

    @Test
    void count_ofAPartitionWithDataThatWaits_namesIt() {
        assertThat(queries.count(Scan.all()).waiting()).containsExactly(new WaitingPartition(store.home(held), THREE));
    }
}
