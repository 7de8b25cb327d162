package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Answer;
import io.keyfold.row.Row;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.recording.RecordedRecord;
import io.keyfold.test.recording.Recording;
import io.keyfold.test.recording.TransactionReplay;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader of committed records must not see is not in the table: aborted rows, and rows of open transactions. */
@ExtendWith(KeyfoldKafkaExtension.class)
class TransactionsIT {

    private static final TableContract ORDER_ITEM = TableContracts.named("dwd_order_item");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "case7-cancelled-job",
                "case7-hanging-transaction-incrementing",
                "case7-hanging-transaction-pooling"
            })
    void recordedTransactions_atEveryPhase_tableHoldsWhatWasCommitted(
            String name, KeyfoldKafka kafka, @TempDir Path stateDir) throws InterruptedException {
        Recording recording = Recording.named(name);
        String recorded = recording.topic();
        List<String> phases = recording.phases();
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, ORDER_ITEM, recording.partitions(recorded))) {
            try (TransactionReplay replay =
                    recording.playTransactions(kafka.bootstrapServers(), recorded, subject.topic(), phases.get(0))) {
                subject.start();
                for (String phase : phases) {
                    if (!phase.equals(replay.phase())) {
                        replay.advanceTo(phase);
                    }
                    subject.awaitCaughtUp();
                    assertThat(rows(subject))
                            .as(phase)
                            .isEqualTo(fold(recording.visibleToReadCommitted(recorded, phase)));
                }
                subject.restartWiped();
                assertThat(rows(subject))
                        .as("wiped")
                        .isEqualTo(fold(recording.visibleToReadCommitted(recorded, phases.get(phases.size() - 1))));
            }
        }
    }

    @Test
    void openTransaction_untilItCommits_isNotInTheTable(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        RowKey first = RowKey.of("A1001", "I02");
        RowKey second = RowKey.of("A1002", "I02");
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, ORDER_ITEM, 1);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract())) {
            topic.upsert(Map.of("order_id", "A1001", "item_id", "I02", "quantity", 1));
            try (UpsertTransaction aborted = topic.begin()) {
                aborted.tombstone("A1001", "I02");
                aborted.abort();
            }
            try (UpsertTransaction open = topic.begin()) {
                open.upsert(Map.of("order_id", "A1002", "item_id", "I02", "quantity", 1));

                subject.start();
                assertThat(subject.table().get(first)).isInstanceOf(Answer.Found.class);
                assertThat(subject.table().get(second)).isInstanceOf(Answer.Absent.class);

                open.commit();
            }
            subject.awaitCaughtUp();
            assertThat(subject.table().get(second)).isInstanceOf(Answer.Found.class);
        }
    }

    /** UC-36: the end of the log is a marker, or an aborted tail; both are reached. */
    @Test
    void topicThatEndsInMarkers_becomesReadyWithoutLag(KeyfoldKafka kafka, @TempDir Path stateDir)
            throws InterruptedException {
        try (TableUnderTest subject = new TableUnderTest(kafka, stateDir, ORDER_ITEM, 2);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), subject.contract())) {
            try (UpsertTransaction committed = topic.begin()) {
                committed.upsert(Map.of("order_id", "A1001", "item_id", "I02"));
                committed.commit();
            }
            try (UpsertTransaction aborted = topic.begin()) {
                aborted.upsert(Map.of("order_id", "A1001", "item_id", "I02", "quantity", 99));
                aborted.abort();
            }

            subject.start();
            subject.awaitCaughtUp();

            assertThat(subject.table().status().partitions())
                    .hasSize(2)
                    .allSatisfy(partition -> assertThat(partition.lag()).hasValue(0));
            assertThat(rows(subject))
                    .hasSize(1)
                    .allSatisfy((key, json) -> assertThat(json).contains("\"quantity\":null"));
        }
    }

    private static Map<String, String> rows(TableUnderTest subject) {
        Map<String, String> rows = new HashMap<>();
        for (Row<io.keyfold.row.RowJson> row : subject.rows(subject.table())) {
            rows.put(subject.table().keyJson(row.key()), row.value().text());
        }
        return rows;
    }

    private static Map<String, String> fold(List<RecordedRecord> visible) {
        Map<String, String> rows = new HashMap<>();
        for (RecordedRecord record : visible) {
            String key = text(record.key().orElseThrow());
            if (record.isTombstone()) {
                rows.remove(key);
            } else {
                rows.put(key, text(record.value().orElseThrow()));
            }
        }
        return rows;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
