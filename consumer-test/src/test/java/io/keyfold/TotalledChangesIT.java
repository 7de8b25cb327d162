package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.TotalGroup;
import io.keyfold.query.TotalScan;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Promise 4 of totals as rows come, change and go: a group has what its rows have, and goes with the last of them. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TotalledChangesIT {

    private static final int PARTITIONS = 6;
    private static final int ROWS = 300;

    @TempDir
    static Path directory;

    private static ProjectedTable subject;
    private static RandomOrders orders;
    private static UpsertTopic topic;

    /** A mirror; {@link TotalsIT} is of a table with a changelog. */
    @BeforeAll
    static void fill(KeyfoldKafka kafka) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), PARTITIONS);
        orders = new RandomOrders(kafka.bootstrapServers(), contract.topic());
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        orders.upsert(0, ROWS);
        subject = new ProjectedTable(kafka, contract, directory);
        subject.start(OrderProjection.all());
        subject.awaitBuilt();
    }

    @AfterAll
    static void close() {
        topic.close();
        orders.close();
        subject.close();
    }

    @Test
    void totals_asRowsComeChangeAndGo_equalARecount() {
        for (int round = 0; round < 5; round++) {
            orders.change(ROWS, 200);
            subject.awaitCaughtUp();

            subject.assertEqualsARecount();
        }
    }

    @Test
    void row_thatMovesToAnotherGroup_countsThereAlone() {
        topic.upsert("MOVES", "I02", "U1", null, 1, new BigDecimal("5"), "BEFORE", null);
        topic.upsert("STAYS", "I02", "U1", null, 1, new BigDecimal("7"), "BEFORE", null);
        subject.awaitCaughtUp();
        assertThat(subject.group("amount_by_status", "BEFORE").value()).contains(new BigDecimal("12.00"));

        topic.upsert("MOVES", "I02", "U1", null, 1, new BigDecimal("5"), "AFTER", null);
        subject.awaitCaughtUp();

        assertThat(subject.group("amount_by_status", "BEFORE").value()).contains(new BigDecimal("7.00"));
        assertThat(subject.group("amount_by_status", "AFTER").value()).contains(new BigDecimal("5.00"));
    }

    @Test
    void group_whoseLastRowGoes_isNoGroupAnyMore() {
        topic.upsert("GONE-A", "I02", "U1", null, 1, new BigDecimal("5"), "GONE", null);
        subject.awaitCaughtUp();
        assertThat(subject.groups(TotalScan.of("amount_by_status").group("GONE")))
                .hasSize(1);

        topic.tombstone("GONE-A", "I02");
        subject.awaitCaughtUp();

        assertThat(subject.groups(TotalScan.of("amount_by_status").group("GONE")))
                .isEmpty();
    }

    @Test
    void row_markedByABadRecord_countsAsItsLastGoodValue() {
        topic.upsert("MARKED-A", "I02", "U1", null, 1, new BigDecimal("5"), "MARKED", null);
        topic.rawText("{\"order_id\":\"MARKED-A\",\"item_id\":\"I02\"}", "{torn");
        subject.awaitCaughtUp();

        assertThat(subject.group("amount_by_status", "MARKED").value()).contains(new BigDecimal("5.00"));
    }

    @Test
    void minAndMax_whoseRowGoes_areTheNext() {
        topic.upsert("X-A", "I02", "LEAST", null, 1, new BigDecimal("5"), "X", null);
        topic.upsert("X-B", "I02", "LEAST", null, 1, new BigDecimal("-7"), "X", null);
        topic.upsert("X-C", "I02", "LEAST", null, 1, new BigDecimal("9"), "X", null);
        subject.awaitCaughtUp();
        assertThat(subject.group("least_by_user", "LEAST").value()).contains(new BigDecimal("-7.00"));
        assertThat(subject.group("greatest_by_user", "LEAST").value()).contains(new BigDecimal("9.00"));

        topic.tombstone("X-B", "I02");
        topic.upsert("X-C", "I02", "LEAST", null, 1, new BigDecimal("1"), "X", null);
        subject.awaitCaughtUp();

        assertThat(subject.group("least_by_user", "LEAST").value()).contains(new BigDecimal("1.00"));
        assertThat(subject.group("greatest_by_user", "LEAST").value()).contains(new BigDecimal("5.00"));
    }

    @Test
    void top_asRowsChange_isTheGreatestWithTheirKeys() {
        for (int quantity = 1; quantity <= 5; quantity++) {
            topic.upsert("TOP-" + quantity, "I02", "U1", null, quantity, null, "TOP", null);
        }
        topic.upsert("TOP-2", "I02", "U1", null, 50, null, "TOP", null);
        topic.tombstone("TOP-5", "I02");
        subject.awaitCaughtUp();

        assertThat(subject.group("top_by_status", "TOP").top())
                .containsExactly(
                        new TotalGroup.TopRow(50, RowKey.of("TOP-2", "I02")),
                        new TotalGroup.TopRow(4, RowKey.of("TOP-4", "I02")),
                        new TotalGroup.TopRow(3, RowKey.of("TOP-3", "I02")));
    }
}
