package io.keyfold;

import static io.keyfold.config.Grouping.column;
import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Measure.count;
import static io.keyfold.config.Measure.top;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.config.TableSettings;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a total may be asked, and what it refuses. */
class TotalScanLimitsTest {

    private final TableDriver driver = TableDriver.of(TableSettings.of(TableContracts.named("dwd_order_item"))
            .total("top_by_status", top(100, "amount"), groupBy("order_status"))
            .total("rows", count(), groupBy(column("order_status"), column("user_id"))));
    private final UpsertTable<RowJson> table = driver.table();

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void totals_greatestOfATop_isRefused() {
        assertThatThrownBy(() -> table.totals(TotalScan.of("top_by_status").greatest()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "greatest: of top_by_status (expected: a total whose groups have one value; those of top have"
                                + " rows)");
    }

    @Test
    void totals_ofATop_makePagesOfAsManyGroupsAsTheirRowsAllow() {
        for (int i = 0; i < 1_001; i++) {
            driver.upsert("A" + i, "I01", null, null, null, BigDecimal.ONE, "ST" + i, null);
        }

        TotalPage page = table.totals(TotalScan.of("top_by_status").limit(10_000));
        TotalPage last =
                table.totals(TotalScan.of("top_by_status").after(page.next().orElseThrow()));

        assertThat(page.groups()).hasSize(1_000);
        assertThat(last.groups()).hasSize(1);
        assertThat(last.next()).isEmpty();
    }

    @Test
    void totals_afterAPartOfAGroup_isRefused() {
        assertThatThrownBy(() -> table.totals(TotalScan.of("rows").after(List.of("PAID"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("after: 1 values (expected: 2)");
    }

    @Test
    void totals_unknownTotal_isNamed() {
        assertThatThrownBy(() -> table.totals(TotalScan.of("row").after(Collections.singletonList(null))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("total: row (expected: one of [top_by_status, rows])");
    }
}
