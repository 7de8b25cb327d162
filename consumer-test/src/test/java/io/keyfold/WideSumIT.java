package io.keyfold;

import static io.keyfold.config.Measure.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.TableSettings;
import io.keyfold.query.TotalScan;
import io.keyfold.row.RowJson;
import io.keyfold.schemas.Column;
import io.keyfold.schemas.JsonOptions;
import io.keyfold.schemas.SqlType;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TopicRequirements;
import io.keyfold.schemas.ValueFields;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A sum is exact however long it grows. */
@ExtendWith(KeyfoldKafkaExtension.class)
class WideSumIT {

    private static final TableContract WIDE = new TableContract(
            "wide",
            "wide",
            List.of("id"),
            ValueFields.ALL,
            JsonOptions.FLINK_DEFAULTS,
            List.of(
                    new Column("id", SqlType.parse("STRING"), false, false),
                    new Column("l", SqlType.parse("BIGINT"), true, false),
                    new Column("d", SqlType.parse("DECIMAL(38, 2)"), true, false)),
            TopicRequirements.KAFKA_DEFAULTS);

    @Test
    void sum_beyond63Bits_isExact(KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        TableContract contract = kafka.createTable(WIDE, 2);
        try (UpsertTopic wide = UpsertTopic.open(kafka.bootstrapServers(), contract);
                UpsertConsumer consumer = UpsertConsumer.builder(kafka.uniqueName("wide"))
                        .streamsOverrides(QuickStreams.SETTINGS)
                        .bootstrapServers(kafka.bootstrapServers())
                        .stateDir(stateDir)
                        .instanceId("one")
                        .table(TableSettings.of(contract)
                                .total("longs", sum("l"))
                                .total("decimals", sum("d")))
                        .build()) {
            for (int i = 0; i < 4; i++) {
                wide.rawText(
                        "{\"id\":\"" + i + "\"}", "{\"id\":\"" + i + "\",\"l\":" + Long.MAX_VALUE + ",\"d\":9E+35}");
            }
            consumer.start();
            assertThat(consumer.awaitReady(TableUnderTest.PATIENCE)).isTrue();
            UpsertTable<RowJson> table = consumer.table("wide");
            await().atMost(TableUnderTest.PATIENCE).until(() -> table.status().isBuilt());

            assertThat(table.totals(TotalScan.of("longs")).groups().get(0).value())
                    .contains(BigDecimal.valueOf(Long.MAX_VALUE).multiply(BigDecimal.valueOf(4)));
            assertThat(table.totals(TotalScan.of("decimals")).groups().get(0).value())
                    .contains(new BigDecimal("36E+35").setScale(2));
        }
    }
}
