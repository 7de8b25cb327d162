package io.keyfold;

import static org.awaitility.Awaitility.await;

import io.keyfold.config.DeadLetters;
import io.keyfold.config.TableSettings;
import io.keyfold.row.RowKey;
import io.keyfold.test.broker.EmbeddedKafka;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.Map;

/** A mirror that may read its topic and nothing else, with a directory for its state and one for its dead letters. */
final class FileLettersScene implements AutoCloseable {

    final GuardedTopics topics;
    final LetterFiles letters;

    private final UpsertTopic writer;
    private final Path stateDir;

    FileLettersScene(EmbeddedKafka broker, Path directory) {
        topics = GuardedTopics.make(broker, 1);
        topics.grantReadingAlone();
        writer = UpsertTopic.open(topics.bootstrapServers(), topics.contract());
        letters = new LetterFiles(directory.resolve("letters"));
        stateDir = directory.resolve("state");
    }

    TableSettings table() {
        return table(new DeadLetters.Files(letters.directory()));
    }

    /** So few bytes that the second letter finds no room. */
    TableSettings tableWithRoomForOne() {
        return table(new DeadLetters.Files(letters.directory(), 1, 500));
    }

    private TableSettings table(DeadLetters deadLetters) {
        return TableSettings.of(topics.contract()).deadLetters(deadLetters);
    }

    Path stateDir() {
        return stateDir;
    }

    UpsertConsumer make(TableSettings table) {
        return topics.consumer(stateDir, table);
    }

    UpsertConsumer start(TableSettings table) throws InterruptedException {
        UpsertConsumer consumer = make(table);
        consumer.start();
        Instances.awaitReady(consumer);
        return consumer;
    }

    void write(RowKey key) {
        writer.upsert(Map.of("order_id", TableModel.order(key), "item_id", TableModel.item(key)));
    }

    long writeBad(RowKey key) {
        return writer.rawText(TableModel.keyJson(key), "{torn").offset();
    }

    void awaitReadyAgain(UpsertConsumer consumer) {
        await().dontCatchUncaughtExceptions()
                .atMost(TableUnderTest.PATIENCE)
                .until(() -> topics.table(consumer).status().isReady());
    }

    @Override
    public void close() {
        writer.close();
    }
}
