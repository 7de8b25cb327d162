package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.config.Materialization;
import io.keyfold.row.RowKey;
import io.keyfold.test.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters of a service that may not write to Kafka, not even to a topic of theirs. */
class DeadLetterFilesIT {

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

    @Test
    void mirror_withReadAlone_writesWhatItReadsWhole() throws InterruptedException {
        scene.write(FIRST);
        try (UpsertConsumer consumer = scene.start(scene.table())) {
            try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", scene.topics.bootstrapServers()),
                    new StringSerializer(),
                    new StringSerializer())) {
                assertThat(producer.send(new ProducerRecord<>(
                                scene.topics.contract().topic(),
                                0,
                                1705286401000L,
                                TableModel.keyJson(FIRST),
                                "{torn",
                                List.of(
                                        new RecordHeader("trace", "abc".getBytes(UTF_8)),
                                        new RecordHeader("trace", null)))))
                        .succeedsWithin(TableUnderTest.PATIENCE);
            }
            scene.write(SECOND);

            scene.topics.awaitFound(consumer, SECOND);
            assertThat(scene.letters.lines())
                    .containsExactly("{\"table\":\"dwd_order_item\",\"topic\":\""
                            + scene.topics.contract().topic()
                            + "\",\"partition\":0,\"offset\":1,\"timestamp\":1705286401000,\"part\":\"value\","
                            + "\"reason\":\"not-json\",\"detail\":\"not valid JSON at byte 2\",\"at_byte\":2,"
                            + "\"repeat\":false,\"key\":\"eyJvcmRlcl9pZCI6IkExIiwiaXRlbV9pZCI6IkkwMiJ9\","
                            + "\"value\":\"e3Rvcm4=\",\"headers\":[[\"trace\",\"YWJj\"],[\"trace\",null]]}");
            assertThat(scene.topics.table(consumer).status().counts().deadLetters())
                    .isEqualTo(1);
        }
    }

    /** Its producer has nothing to send, and asks for no right to. */
    @Test
    void mirror_withReadAlone_logsNoRefusal() throws InterruptedException {
        scene.write(FIRST);
        try (LogWatch log = LogWatch.begin();
                UpsertConsumer consumer = scene.start(scene.table())) {
            scene.writeBad(FIRST);
            scene.write(SECOND);
            scene.topics.awaitFound(consumer, SECOND);

            assertThat(log.lines()).noneMatch(line -> line.startsWith("ERROR"));
        }
    }

    @Test
    void restart_afterLetters_writesNoneAgainAndBeginsAnotherFile() throws InterruptedException {
        scene.write(FIRST);
        long loaded = scene.writeBad(FIRST);
        scene.start(scene.table()).close();

        try (UpsertConsumer consumer = scene.start(scene.table())) {
            long live = scene.writeBad(SECOND);
            scene.write(SECOND);

            scene.topics.awaitFound(consumer, SECOND);
            assertThat(scene.letters.letters())
                    .extracting(letter -> letter.get("offset").asLong())
                    .containsExactly(loaded, live);
            assertThat(scene.letters.files()).hasSize(2);
        }
    }

    /** On a rebuild a letter says that it may be a repeat; on a first load and live that it is none. */
    @Test
    void wipe_afterLetters_writesThemAgainAsRepeats() throws InterruptedException {
        scene.write(FIRST);
        long loaded = scene.writeBad(FIRST);
        long live;
        try (UpsertConsumer consumer = scene.start(scene.table())) {
            live = scene.writeBad(SECOND);
            scene.letters.await(2);
            scene.write(SECOND);
            scene.topics.awaitFound(consumer, SECOND);
        }
        assertThat(scene.letters.letters())
                .extracting(letter -> letter.get("repeat").asBoolean())
                .containsExactly(false, false);

        Instances.delete(scene.stateDir());
        scene.start(scene.table()).close();

        List<JsonNode> again = scene.letters.letters().subList(2, 4);
        assertThat(again).extracting(letter -> letter.get("offset").asLong()).containsExactly(loaded, live);
        assertThat(again).extracting(letter -> letter.get("repeat").asBoolean()).containsExactly(true, true);
    }

    /** Its rows come back from the changelog, into which no bad record goes: nothing is a letter twice. */
    @Test
    void table_withAChangelog_writesItsLettersToFilesOnce() throws InterruptedException {
        scene.write(FIRST);
        long bad = scene.writeBad(FIRST);
        UpsertConsumerBuilder settings = UpsertConsumer.builder("derived-" + scene.topics.group())
                .streamsOverrides(QuickStreams.SETTINGS)
                .bootstrapServers(scene.topics.bootstrapServers())
                .stateDir(scene.stateDir())
                .materialization(Materialization.CHANGELOG)
                .table(scene.table());
        try (UpsertConsumer consumer = settings.build()) {
            consumer.start();
            Instances.awaitReady(consumer);
        }
        Instances.delete(scene.stateDir());

        try (UpsertConsumer consumer = settings.build()) {
            consumer.start();
            Instances.awaitReady(consumer);
            scene.write(SECOND);
            scene.topics.awaitFound(consumer, SECOND);

            assertThat(scene.letters.letters())
                    .extracting(letter -> letter.get("offset").asLong())
                    .containsExactly(bad);
        }
    }
}
