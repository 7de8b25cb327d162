package io.keyfold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.error.StartException;
import io.keyfold.row.RowKey;
import io.keyfold.test.broker.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dead letter that cannot be written to its file: the table waits, says why, drops nothing and goes on. */
class DeadLetterFilesWaitIT {

    private static final RowKey FIRST = RowKey.of("A1", "I02");
    private static final RowKey SECOND = RowKey.of("A2", "I02");

    private static EmbeddedKafka broker;

    @TempDir
    Path directory;

    private FileLettersScene scene;

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
        scene = new FileLettersScene(broker, directory);
    }

    @AfterEach
    void closeTopics() {
        scene.close();
    }

    /**
     * The bad record is the last: no other tells that its letter is written. The one before it is read again at each try, for
     * its position moves with this one's, and is not written again.
     */
    @Test
    void badRecordLive_withoutRoom_waitsInWordsAndGoesOnWhenThereIs() throws InterruptedException, IOException {
        scene.write(FIRST);
        try (UpsertConsumer consumer = scene.start(scene.tableWithRoomForOne())) {
            long first = scene.writeBad(FIRST);
            scene.letters.await(1);

            long second = scene.writeBad(SECOND);
            String waiting = scene.topics.awaitWaiting(consumer).orElseThrow();

            assertThat(waiting)
                    .startsWith("a dead letter cannot be written to " + scene.letters.directory()
                            + ": the files of dwd_order_item there have ")
                    .endsWith(" (allowed: totalBytes, 500); move or delete some, or raise totalBytes");
            assertThat(scene.topics.table(consumer).status().failure()).isEmpty();
            assertThat(scene.topics.table(consumer).status().isReady()).isFalse();
            assertThat(scene.letters.letters())
                    .extracting(letter -> letter.get("offset").asLong())
                    .containsExactly(first);
            assertThat(TopicEnds.committed(
                            scene.topics.admin(),
                            scene.topics.group(),
                            scene.topics.contract().topic()))
                    .hasEntrySatisfying(0, offset -> assertThat(offset).isLessThanOrEqualTo(second));

            Files.move(scene.letters.files().get(0), directory.resolve("kept.jsonl"));

            scene.awaitReadyAgain(consumer);
            assertThat(scene.letters.letters())
                    .extracting(letter -> letter.get("offset").asLong())
                    .containsExactly(second);
        }
    }

    @Test
    void badRecordOfALoad_withoutRoom_waitsInWordsAndGoesOnWhenThereIs() throws IOException {
        Files.createDirectories(scene.letters.directory());
        Path old = scene.letters.directory().resolve("dwd_order_item-20231231T235959Z-1.jsonl");
        Files.write(old, new byte[400]);
        scene.write(FIRST);
        long bad = scene.writeBad(FIRST);
        try (UpsertConsumer consumer = scene.make(scene.tableWithRoomForOne())) {
            consumer.start();
            assertThat(scene.topics.awaitWaiting(consumer))
                    .get()
                    .asString()
                    .contains(scene.letters.directory() + ": the files of dwd_order_item there have 400 bytes");
            assertThat(scene.topics.table(consumer).status().isReady()).isFalse();

            Files.delete(old);

            scene.awaitReadyAgain(consumer);
            assertThat(scene.letters.letters())
                    .extracting(letter -> letter.get("offset").asLong())
                    .containsExactly(bad);
        }
    }

    @Test
    void badRecordLive_whereAFileIsInTheWay_waitsInWordsAndGoesOnWhenItIsGone()
            throws InterruptedException, IOException {
        scene.write(FIRST);
        try (UpsertConsumer consumer = scene.start(scene.table())) {
            Files.delete(scene.letters.directory());
            Files.createFile(scene.letters.directory());

            long bad = scene.writeBad(FIRST);
            assertThat(scene.topics.awaitWaiting(consumer))
                    .contains("a dead letter cannot be written to " + scene.letters.directory()
                            + ": FileAlreadyExistsException of " + scene.letters.directory()
                            + "; let this process make files there");
            Files.delete(scene.letters.directory());

            scene.awaitReadyAgain(consumer);
            assertThat(scene.letters.letters())
                    .extracting(letter -> letter.get("offset").asLong())
                    .containsExactly(bad);
        }
    }

    @Test
    void start_whereAFileIsInTheWay_saysSo() throws IOException {
        Files.createFile(scene.letters.directory());
        try (UpsertConsumer consumer = scene.make(scene.table())) {

            assertThatThrownBy(consumer::start)
                    .isInstanceOf(StartException.class)
                    .hasMessage("Cannot start dwd_order_item: dead-letter directory " + scene.letters.directory()
                            + " is not writable (FileAlreadyExistsException); choose another with deadLetterFiles, or"
                            + " make it writable");
        }
    }
}
