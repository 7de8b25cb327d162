package io.keyfold;

import static io.keyfold.config.Grouping.groupBy;
import static io.keyfold.config.Measure.sum;
import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.config.TableSettings;
import io.keyfold.query.IndexPage;
import io.keyfold.query.IndexScan;
import io.keyfold.query.TotalPage;
import io.keyfold.query.TotalScan;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The README's example of indexes and totals, run. */
class DeclaredExampleTest {

    private static void paid(TableDriver driver, String order, String user, String amount, LocalDateTime at) {
        driver.upsert(order, "I01", user, "S1", 1, new BigDecimal(amount), "PAID", at);
    }

    @Test
    void readmeExample_onARealTable_findsRowsAndTotals() {
        TableContract contract = TableContracts.named("dwd_order_item");
        LocalDateTime noon = LocalDateTime.of(2026, 1, 15, 12, 0);
        // region declare
        TableSettings table = TableSettings.of(contract)
                .index("by_user", "user_id")
                .index("by_status_and_time", "order_status", "update_time")
                .total("amount_by_status", sum("amount"), groupBy("order_status"));
        // endregion
        try (TableDriver driver = TableDriver.of(table)) {
            paid(driver, "A1001", "U7", "19.90", noon.minusMinutes(1));
            paid(driver, "A1002", "U7", "1E+2", noon.plusMinutes(1));
            paid(driver, "A1003", "U8", "5.05", noon.plusMinutes(2));
            UpsertTable<OrderItem> items = driver.table().as(OrderItem.class);
            // region ask
            IndexPage<OrderItem> ofUser = items.scan(IndexScan.of("by_user").equal("U7"));
            IndexPage<OrderItem> latestPaid = items.scan(IndexScan.of("by_status_and_time")
                    .equal("PAID")
                    .from(noon)
                    .reverse()
                    .limit(20));
            TotalPage paid = items.totals(TotalScan.of("amount_by_status").group("PAID"));
            // endregion

            assertThat(ofUser.rows())
                    .extracting(row -> row.key().values().get(0))
                    .containsExactly("A1001", "A1002");
            assertThat(latestPaid.rows())
                    .extracting(row -> row.key().values().get(0))
                    .containsExactly("A1003", "A1002");
            assertThat(paid.groups()).singleElement().satisfies(group -> {
                assertThat(group.rows()).isEqualTo(3);
                assertThat(group.value()).isEqualTo(Optional.of(new BigDecimal("124.95")));
            });
        }
    }
}
