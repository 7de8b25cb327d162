package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.config.FreshnessSettings;
import io.keyfold.config.TableSettings;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionState;
import io.keyfold.query.Answer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A broker that goes and comes back: the table answers what it has, then reads on. */
class BrokerRestartIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension BROKER =
            KeyfoldKafkaExtension.builder().ownBroker().build();

    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void table_whileTheBrokerIsAway_keepsItsRowsAndReadsOnAfterwards(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        RowKey before = RowKey.of("A1001", "I02");
        RowKey after = RowKey.of("A1002", "I02");
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, TableContracts.named("dwd_order_item"), 2)) {
            write(kafka, subject, "A1001");
            subject.start();
            subject.awaitCaughtUp();

            kafka.stop();
            assertThat(subject.table().get(before)).isInstanceOf(Answer.Found.class);
            assertThat(subject.table().status().isLive()).isTrue();

            kafka.restart();
            write(kafka, subject, "A1002");
            await().atMost(TableUnderTest.PATIENCE).until(() -> subject.table().get(after) instanceof Answer.Found);
            assertThat(subject.table().get(before)).isInstanceOf(Answer.Found.class);
        }
    }

    /** A broker that is away is no reason to take the service out: it serves what it has, and says what it does not know. */
    @Test
    void status_whileTheBrokerIsAway_saysSinceWhenItIsSilentAndIsReadyAgainAfterwards(
            KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        TableSettings table =
                TableSettings.of(contract).freshness(FreshnessSettings.DEFAULTS.laggingAfter(Duration.ofSeconds(3)));
        try (TableInstance subject =
                new TableInstance(kafka, kafka.uniqueName("silent"), table, stateDir, builder -> builder)) {
            subject.start();
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> subject.partition(0).diagnosis().verdict() == Verdict.IDLE);

            kafka.stop();

            await().atMost(SOON).until(() -> subject.partition(0).diagnosis().verdict() == Verdict.BROKER_SILENT);
            assertThat(subject.partition(0).state()).isEqualTo(PartitionState.LAGGING);
            assertThat(subject.partition(0).diagnosis().sentence()).startsWith("the broker has not said since 20");
            assertThat(subject.table().status().isReady()).isTrue();
            assertThat(subject.table().status().isLive()).isTrue();

            kafka.restart();

            await().atMost(SOON).until(() -> subject.partition(0).state() == PartitionState.READY);
        }
    }

    private static void write(KeyfoldKafka kafka, TableUnderTest subject, String order) {
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract())) {
            topic.upsert(Map.of("order_id", order, "item_id", "I02"));
        }
    }
}
