package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Answer;
import io.keyfold.query.Page;
import io.keyfold.query.Scan;
import io.keyfold.row.RowChange;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The README's first example, run. */
@ExtendWith(KeyfoldKafkaExtension.class)
class QuickStartIT {

    @Test
    void readmeExample_onARealTopic_findsTheRow(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 6);
        String servers = kafka.bootstrapServers();
        Queue<RowChange<OrderItem>> changes = new ConcurrentLinkedQueue<>();
        try (UpsertTopic topic = UpsertTopic.open(servers, contract)) {
            topic.upsert(Map.of("order_id", "A1001", "item_id", "I02", "amount", new BigDecimal("19.9")));
            // region readme
            UpsertConsumer consumer = UpsertConsumer.builder("risk")
                    .bootstrapServers(servers)
                    .stateDir(stateDir)
                    .table(contract)
                    .build();
            consumer.start();
            consumer.awaitReady(Duration.ofMinutes(1));
            UpsertTable<OrderItem> items = consumer.table("dwd_order_item", OrderItem.class);
            items.subscribe(changes::add);
            Answer<OrderItem> item = items.get(RowKey.of("A1001", "I02"));
            Page<OrderItem> order = items.scan(Scan.prefix("A1001"));
            consumer.close();
            // endregion

            assertThat(item).isInstanceOf(Answer.Found.class);
            assertThat(order.rows()).hasSize(1);
            assertThat(order.isComplete()).isTrue();
            assertThat(changes).as("only from now on").isEmpty();
        }
    }
}
