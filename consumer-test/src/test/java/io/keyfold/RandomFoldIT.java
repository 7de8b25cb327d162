package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.row.Row;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.recording.Recording;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Promise 1, the fold: thousands of recorded Flink operations give exactly the rows that Flink itself reads back. */
@ExtendWith(KeyfoldKafkaExtension.class)
class RandomFoldIT {

    @ParameterizedTest
    @ValueSource(strings = {"random-fold", "random-fold-materialized"})
    void table_afterRecordedTraffic_equalsFlinksOwnFold(String name, KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        Recording recording = Recording.named(name);
        List<OrderItem> expected =
                recording.expectedRows().stream().map(RandomFoldIT::orderItem).toList();
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, TableContracts.named("dwd_order_item"), 6)) {
            recording.playTo(kafka.bootstrapServers(), recording.topic(), subject.topic());

            subject.start();
            subject.awaitCaughtUp();
            assertThat(rows(subject)).as("first start").containsExactlyInAnyOrderElementsOf(expected);
            assertThat(subject.table().status().counts().read())
                    .isEqualTo(recording.records(recording.topic()).size());

            subject.restart();
            assertThat(rows(subject)).as("restart").containsExactlyInAnyOrderElementsOf(expected);

            subject.restartWiped();
            assertThat(rows(subject)).as("wiped").containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static List<OrderItem> rows(TableUnderTest subject) {
        return subject.rows(subject.table().as(OrderItem.class)).stream()
                .map(Row::value)
                .toList();
    }

    private static OrderItem orderItem(Map<String, Object> row) {
        return new OrderItem(
                text(row, "order_id"),
                text(row, "item_id"),
                (@Nullable String) row.get("user_id"),
                (@Nullable String) row.get("sku_id"),
                (@Nullable Integer) row.get("quantity"),
                row.get("amount") == null ? null : new BigDecimal(text(row, "amount")),
                (@Nullable String) row.get("order_status"),
                row.get("update_time") == null ? null : LocalDateTime.parse(text(row, "update_time")));
    }

    private static String text(Map<String, Object> row, String column) {
        return String.valueOf(row.get(column));
    }
}
