package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.health.PartitionDiagnosis;
import io.keyfold.health.PartitionDiagnosis.Verdict;
import io.keyfold.health.PartitionState;
import io.keyfold.health.PartitionStatus;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A topic that brings nothing new, for reasons that hold nobody up: the partition says which, and is ready. */
@ExtendWith(KeyfoldKafkaExtension.class)
class SilentTopicIT {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");
    private static final Duration SOON = Duration.ofSeconds(30);

    private static PartitionStatus partition(TableUnderTest subject) {
        return subject.table().status().partitions().get(0);
    }

    private static PartitionDiagnosis awaitVerdict(TableUnderTest subject, Verdict verdict) {
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(partition(subject).diagnosis().verdict()).isEqualTo(verdict));
        assertThat(partition(subject).state()).isEqualTo(PartitionState.READY);
        assertThat(partition(subject).lag()).hasValue(0);
        assertThat(partition(subject).logEnd().waiting()).isEmpty();
        return partition(subject).diagnosis();
    }

    @Test
    void idleTopic_isReadyAndSaysSinceWhen(KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, ORDER_ITEM, 1);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract())) {
            subject.start();
            assertThat(awaitVerdict(subject, Verdict.IDLE).sentence())
                    .isEqualTo("nothing has been committed to it yet");

            topic.upsert(Map.of("order_id", "A1001", "item_id", "I02"));
            subject.awaitCaughtUp();

            assertThat(awaitVerdict(subject, Verdict.IDLE).sentence())
                    .startsWith("all up to offset 1 has been read, and nothing has been committed since 20");
        }
    }

    /** UC-51, the idle half: a marker is no lag. */
    @Test
    void topicThatEndsInMarkers_isReadyAndSaysThatTheyHoldNoRecord(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, ORDER_ITEM, 1);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract())) {
            try (UpsertTransaction committed = topic.begin()) {
                committed.upsert(Map.of("order_id", "A1001", "item_id", "I02"));
                committed.commit();
            }
            subject.start();

            assertThat(awaitVerdict(subject, Verdict.IDLE_BEHIND_MARKERS).sentence())
                    .startsWith("all up to offset 2 has been read")
                    .contains("the last 1 offset hold no record: transaction markers");
        }
    }

    @Test
    void topicWhoseTailWasAborted_isReadyAndSaysSo(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, ORDER_ITEM, 1);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract())) {
            topic.upsert(Map.of("order_id", "A1001", "item_id", "I02"));
            subject.start();
            subject.awaitCaughtUp();
            try (UpsertTransaction aborted = topic.begin()) {
                aborted.upsert(Map.of("order_id", "A1001", "item_id", "I02", "quantity", 99));
                aborted.upsert(Map.of("order_id", "A1002", "item_id", "I02", "quantity", 99));
                aborted.abort();
            }

            assertThat(awaitVerdict(subject, Verdict.IDLE_BEHIND_MARKERS).sentence())
                    .contains("the last 3 offsets hold no record")
                    .contains("records of aborted transactions");

            topic.upsert(Map.of("order_id", "A1003", "item_id", "I02"));
            awaitVerdict(subject, Verdict.IDLE);
        }
    }
}
