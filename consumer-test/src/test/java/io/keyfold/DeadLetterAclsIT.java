package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;

import io.keyfold.query.Scan;
import io.keyfold.row.RowKey;
import io.keyfold.test.broker.EmbeddedKafka;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** UC-63: a bad record stays where it is until its letter may be written; what lies behind it waits, and is not lost. */
class DeadLetterAclsIT {

    private static final RowKey FIRST = RowKey.of("A1", "I02");
    private static final RowKey SECOND = RowKey.of("A2", "I02");

    private static EmbeddedKafka broker;

    private GuardedTopics topics;
    private UpsertTopic writer;

    @BeforeAll
    static void startBroker() {
        broker = GuardedTopics.startBroker();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void makeTopics() {
        topics = GuardedTopics.make(broker, 1);
        writer = UpsertTopic.open(topics.bootstrapServers(), topics.contract());
    }

    @AfterEach
    void closeWriter() {
        writer.close();
    }

    /** UC-63: the record stays where it is until its letter is written; what lies behind it waits, and is not lost. */
    @Test
    void badRecord_withoutWriteOfTheDeadLetters_waitsInWordsAndFailsNothing(@TempDir Path stateDir)
            throws InterruptedException {
        topics.grantReading();
        write(FIRST);
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {
            consumer.start();
            Instances.awaitReady(consumer);

            long bad = writer.rawText(TableModel.keyJson(FIRST), "{torn").offset();
            write(SECOND);
            Optional<String> waiting = topics.awaitWaiting(consumer);

            assertThat(waiting)
                    .get()
                    .asString()
                    .startsWith("a dead letter cannot be written to " + topics.deadLetters()
                            + ": this principal may write to no topic; grant it WRITE on this one");
            assertThat(topics.table(consumer).status().failure()).isEmpty();
            assertThat(topics.table(consumer).status().isReady()).isFalse();
            assertThat(topics.table(consumer).status().partitions())
                    .allSatisfy(partition -> assertThat(partition.rebuilt()).isEmpty());
            assertThat(TopicEnds.committed(
                            topics.admin(), topics.group(), topics.contract().topic()))
                    .hasEntrySatisfying(0, offset -> assertThat(offset).isLessThanOrEqualTo(bad));
        }
    }

    /** UC-63. */
    @Test
    void badRecord_onceItsLetterMayBeWritten_isADeadLetterAfterARestart(@TempDir Path stateDir)
            throws InterruptedException {
        topics.grantReading();
        write(FIRST);
        long bad = writer.rawText(TableModel.keyJson(SECOND), "{torn").offset();
        write(SECOND);
        try (UpsertConsumer stopped = topics.consumer(stateDir)) {
            stopped.start();
            topics.awaitWaiting(stopped);
        }

        topics.grantDeadLetters();
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {
            consumer.start();
            Instances.awaitReady(consumer);

            assertLetter(bad);
            assertThat(topics.table(consumer).scan(Scan.all()).rows()).hasSize(2);
        }
    }

    /** UC-63. */
    @Test
    void badRecordLive_grantedWhileItIsTriedAgain_isADeadLetterWithoutARestart(@TempDir Path stateDir)
            throws InterruptedException {
        topics.grantReading();
        write(FIRST);
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {
            consumer.start();
            Instances.awaitReady(consumer);
            long bad = writer.rawText(TableModel.keyJson(FIRST), "{torn").offset();
            write(SECOND);
            topics.awaitFirstTry(consumer);

            topics.grantDeadLetters();

            topics.awaitFound(consumer, SECOND);
            assertLetter(bad);
        }
    }

    /** UC-63. */
    @Test
    void badRecordOfALoad_grantedWhileItIsTriedAgain_isADeadLetterWithoutARestart(@TempDir Path stateDir) {
        topics.grantReading();
        write(FIRST);
        long bad = writer.rawText(TableModel.keyJson(FIRST), "{torn").offset();
        write(SECOND);
        try (UpsertConsumer consumer = topics.consumer(stateDir)) {
            consumer.start();
            topics.awaitFirstTry(consumer);

            topics.grantDeadLetters();

            topics.awaitFound(consumer, SECOND);
            assertLetter(bad);
        }
    }

    private void write(RowKey key) {
        writer.upsert(Map.of("order_id", TableModel.order(key), "item_id", TableModel.item(key)));
    }

    private void assertLetter(long badOffset) {
        try (DeadLetterReader letters = new DeadLetterReader(topics.bootstrapServers(), topics.deadLetters())) {
            assertThat(letters.next().headers()).containsEntry("keyfold.offset", Long.toString(badOffset));
        }
    }
}
