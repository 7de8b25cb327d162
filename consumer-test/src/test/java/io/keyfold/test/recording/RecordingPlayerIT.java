package io.keyfold.test.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.recording.TopicLog.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(KeyfoldKafkaExtension.class)
class RecordingPlayerIT {

    private static final Recording CASE_1B = Recording.named("case1b-insert-update-delete-pk-known");

    @Test
    void playTo_insertUpdateDelete_isByteIdenticalInTheSamePartitions(KeyfoldKafka kafka) {
        String topic = kafka.createTopic("c1b", CASE_1B.partitions("c1b"));

        List<PlayedRecord> played = CASE_1B.playTo(kafka.bootstrapServers(), "c1b", topic);

        assertThat(TopicLog.readCommitted(kafka.bootstrapServers(), topic)).isEqualTo(entries(CASE_1B.records("c1b")));
        assertThat(played).extracting(PlayedRecord::partition).containsExactly(1, 1, 1, 1);
        assertThat(played).extracting(PlayedRecord::offset).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void player_oneByOneThenARange_playsThoseInOrder(KeyfoldKafka kafka) {
        String topic = kafka.createTopic("c1b", CASE_1B.partitions("c1b"));
        List<RecordedRecord> records = CASE_1B.records("c1b");

        try (RecordingPlayer player = CASE_1B.player(kafka.bootstrapServers(), "c1b", topic)) {
            PlayedRecord first = player.playNext();
            List<Entry> afterOne = TopicLog.readCommitted(kafka.bootstrapServers(), topic);
            player.play(1, 3);
            List<Entry> afterThree = TopicLog.readCommitted(kafka.bootstrapServers(), topic);
            player.playRest();

            assertThat(first.recorded().offset()).isZero();
            assertThat(afterOne).isEqualTo(entries(records.subList(0, 1)));
            assertThat(afterThree).isEqualTo(entries(records.subList(0, 3)));
            assertThat(player.hasNext()).isFalse();
            assertThatThrownBy(player::playNext)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot play to topic " + topic + ": all 4 records have been played");
        }
        assertThat(TopicLog.readCommitted(kafka.bootstrapServers(), topic)).isEqualTo(entries(records));
    }

    @Test
    void player_rangeOutsideTheRecords_isRefused(KeyfoldKafka kafka) {
        String topic = kafka.createTopic("c1b", CASE_1B.partitions("c1b"));

        try (RecordingPlayer player = CASE_1B.player(kafka.bootstrapServers(), "c1b", topic)) {
            assertThatThrownBy(() -> player.play(3, 5))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("range: 3 .. 5 (expected: within 0 .. 4)");
        }
    }

    @Test
    void playTo_tooFewPartitions_isRefused(KeyfoldKafka kafka) {
        String topic = kafka.createTopic("c1b", 1);

        assertThatThrownBy(() -> CASE_1B.playTo(kafka.bootstrapServers(), "c1b", topic))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("realTopic: " + topic + " with 1 partitions (expected: 6 or more, as recorded)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "case7-cancelled-job",
                "case7-hanging-transaction-incrementing",
                "case7-hanging-transaction-pooling",
                "case8-restore-from-savepoint-at-least-once",
                "case8-restore-from-savepoint-exactly-once"
            })
    void playTransactions_phaseByPhase_showsWhatWasVisibleThen(String name, KeyfoldKafka kafka) {
        Recording recording = Recording.named(name);
        String recorded = recording.topic();
        String topic = kafka.createTopic(recorded, recording.partitions(recorded));
        List<String> phases = recording.phases();

        try (TransactionReplay replay =
                recording.playTransactions(kafka.bootstrapServers(), recorded, topic, phases.get(0))) {
            assertVisible(recording, phases.get(0), kafka, topic);
            for (String phase : phases.subList(1, phases.size())) {
                replay.advanceTo(phase);
                assertVisible(recording, phase, kafka, topic);
            }
            assertThat(replay.openTransactionalIds()).isEmpty();
        }
        assertThat(TopicLog.readUncommitted(kafka.bootstrapServers(), topic))
                .isEqualTo(entries(recording.records(recorded)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"case7-cancelled-job", "case7-hanging-transaction-incrementing", "random-fold-materialized"})
    void playTransactions_straightToTheEnd_showsWhatWasVisibleThen(String name, KeyfoldKafka kafka) {
        Recording recording = Recording.named(name);
        String recorded = recording.topic();
        String topic = kafka.createTopic(recorded, recording.partitions(recorded));

        recording
                .playTransactions(kafka.bootstrapServers(), recorded, topic, Recording.END)
                .close();

        assertVisible(recording, Recording.END, kafka, topic);
    }

    @Test
    void playTransactions_killedJob_leavesItsTransactionsOpenUntilClosed(KeyfoldKafka kafka) {
        Recording recording = Recording.named("case7-hanging-transaction-incrementing");
        String topic = kafka.createTopic("c7i_out", 3);
        String behind = "3-otherPrefixJobCommitted";

        try (TransactionReplay replay =
                recording.playTransactions(kafka.bootstrapServers(), "c7i_out", topic, behind)) {
            assertThat(replay.openTransactionalIds())
                    .containsExactlyInAnyOrder(topic + ".dwd-oi7i-0-2", topic + ".dwd-oi7i-1-2");
            assertThat(TopicLog.readUncommitted(kafka.bootstrapServers(), topic))
                    .hasSize(30);
            assertThat(TopicLog.readCommitted(kafka.bootstrapServers(), topic)).hasSize(12);
            assertThatThrownBy(() -> replay.advanceTo("2-afterSigkill"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("phase: 2-afterSigkill (expected: one after 3-otherPrefixJobCommitted)");
        }

        assertThat(TopicLog.readCommitted(kafka.bootstrapServers(), topic)).hasSize(18);
    }

    private static void assertVisible(Recording recording, String phase, KeyfoldKafka kafka, String topic) {
        assertThat(TopicLog.readCommitted(kafka.bootstrapServers(), topic))
                .as("%s at %s", recording.name(), phase)
                .isEqualTo(entries(recording.visibleToReadCommitted(recording.topic(), phase)));
    }

    private static List<Entry> entries(List<RecordedRecord> records) {
        return records.stream().map(Entry::of).toList();
    }
}
