package io.keyfold.micronaut.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Scan;
import io.keyfold.row.PartitionPosition;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.topic.TableDriver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FullScanTest {

    @Test
    void of_moreRowsThanAPage_readsEachOnceInKeyOrder() {
        try (TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"))) {
            int rows = Scan.MAX_LIMIT + 5;
            for (int i = 0; i < rows; i++) {
                String key = String.format("{\"order_id\":\"A%05d\",\"item_id\":\"I01\"}", i);
                driver.rawText(key, key);
            }
            List<String> orders = new ArrayList<>();

            FullScan scan = FullScan.of(
                    driver.table(),
                    row -> orders.add((String) row.key().values().get(0)));

            assertThat(orders).hasSize(rows).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.naturalOrder());
            assertThat(scan.isComplete()).isTrue();
            assertThat(scan.asOf()).extracting(PartitionPosition::position).containsExactly((long) rows);
        }
    }

    @Test
    void of_emptyTable_isComplete() {
        try (TableDriver driver = TableDriver.of(TableContracts.named("dwd_order_item"))) {
            List<Object> rows = new ArrayList<>();

            FullScan scan = FullScan.of(driver.table(), rows::add);

            assertThat(rows).isEmpty();
            assertThat(scan.isComplete()).isTrue();
        }
    }
}
