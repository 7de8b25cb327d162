package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.keyfold.query.Answer;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The topic of the dead letters: what it may be like, and what becomes of the letters while it takes none. */
class DeadLetterTopicIT {

    /** Its own broker: it is stopped. */
    @RegisterExtension
    static final KeyfoldKafkaExtension BROKER =
            KeyfoldKafkaExtension.builder().ownBroker().build();

    private static final RowKey A1001 = RowKey.of("A1001", "I02");
    private static final RowKey A1002 = RowKey.of("A1002", "I02");
    private static final RowKey B2001 = RowKey.of("B2001", "I01");

    /** A letter that cannot be sent fails within seconds, not two minutes. */
    private static final Map<String, String> IMPATIENT = Map.of(
            "producer.max.block.ms", "1000",
            "producer.request.timeout.ms", "1000",
            "producer.linger.ms", "0",
            "producer.delivery.timeout.ms", "2000");

    /** A letter waits in the producer for so long that a broker can be stopped meanwhile. */
    private static final Map<String, String> LINGERING = Map.of(
            "producer.linger.ms", "10000",
            "commit.interval.ms", "10000");

    @TempDir
    Path stateDir;

    private KeyfoldKafka kafka;
    private TableContract contract;
    private UpsertTopic topic;

    @BeforeEach
    void makeTopic(KeyfoldKafka newKafka) {
        kafka = newKafka;
        contract = kafka.createTable(TableContracts.named("dwd_order_item"), 6);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
    }

    @AfterEach
    void closeTopic() {
        topic.close();
    }

    private String letters() {
        return contract.topic() + ".dlq";
    }

    private TableInstance table(Map<String, String> overrides) {
        return new TableInstance(
                kafka, kafka.uniqueName("letters"), contract, stateDir, builder -> builder.streamsOverrides(overrides));
    }

    private static byte[] key(RowKey key) {
        return TableModel.keyJson(key).getBytes(UTF_8);
    }

    private static byte[] good(RowKey key) {
        return ("{\"order_id\":\"" + TableModel.order(key) + "\",\"item_id\":\"" + TableModel.item(key)
                        + "\",\"user_id\":\"U7\",\"sku_id\":\"S9\",\"quantity\":1,\"amount\":10.00,"
                        + "\"order_status\":\"PAID\",\"update_time\":\"2024-01-15 10:40:00.000\"}")
                .getBytes(UTF_8);
    }

    private static void awaitFound(TableInstance table, RowKey key) {
        await().dontCatchUncaughtExceptions()
                .atMost(TableUnderTest.PATIENCE)
                .until(() -> table.table().get(key) instanceof Answer.Found);
    }

    private static String text(ConsumerRecord<byte[], byte[]> letter, String header) {
        return new String(letter.headers().lastHeader(header).value(), UTF_8);
    }

    /** UC-62: of six partitions into one; what the record was, and where, is all in its letter. */
    @Test
    void letters_toATopicOfFewerPartitions_tellWhereTheirRecordsLie() throws InterruptedException {
        try (TableInstance table = table(Map.of())) {
            table.start();

            sendWithHeader(4, 1705286400000L, key(A1002), "{bad");
            topic.rawAt(4, 1705286401000L, key(A1002), good(A1002));
            table.awaitApplied(topic.rawAt(1, 1705286402000L, key(A1001), "{bad".getBytes(UTF_8)));
            awaitFound(table, A1002);

            List<ConsumerRecord<byte[], byte[]>> found = await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> LogScan.of(kafka, letters(), 1), letters -> letters.size() == 2);
            assertThat(found).allSatisfy(letter -> {
                assertThat(letter.value()).isEqualTo("{bad".getBytes(UTF_8));
                assertThat(text(letter, "keyfold.topic")).isEqualTo(contract.topic());
                assertThat(text(letter, "keyfold.offset")).isEqualTo("0");
                assertThat(text(letter, "keyfold.part")).isEqualTo("value");
                assertThat(text(letter, "keyfold.reason")).isEqualTo("not-json");
                assertThat(text(letter, "keyfold.timestamp")).isEqualTo(Long.toString(letter.timestamp()));
            });
            assertThat(found)
                    .extracting(
                            letter -> new String(letter.key(), UTF_8),
                            letter -> text(letter, "keyfold.partition"),
                            ConsumerRecord::timestamp,
                            letter -> Optional.ofNullable(letter.headers().lastHeader("trace"))
                                    .map(header -> new String(header.value(), UTF_8)))
                    .containsExactlyInAnyOrder(
                            tuple(TableModel.keyJson(A1002), "4", 1705286400000L, Optional.of("abc")),
                            tuple(TableModel.keyJson(A1001), "1", 1705286402000L, Optional.empty()));
        }
    }

    private void sendWithHeader(int partition, long timestamp, byte[] key, String value) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            assertThat(producer.send(new ProducerRecord<>(
                            contract.topic(),
                            partition,
                            timestamp,
                            key,
                            value.getBytes(UTF_8),
                            List.of(new RecordHeader("trace", "abc".getBytes(UTF_8))))))
                    .succeedsWithin(TableUnderTest.PATIENCE);
        }
    }

    /** UC-63 (a): deleted under a running table. That it is missing at the start is found there, see StartFailureIT. */
    @Test
    void badRecord_whoseLetterTopicIsDeleted_waitsInWordsUntilItIsThereAgain() throws InterruptedException {
        try (TableInstance table = table(IMPATIENT)) {
            table.start();
            TopicEnds.get(kafka.admin().deleteTopics(List.of(letters())).all());

            topic.rawAt(1, 1705286400000L, key(A1001), "{bad".getBytes(UTF_8));
            topic.rawAt(1, 1705286401000L, key(B2001), good(B2001));
            Optional<String> waiting = await().dontCatchUncaughtExceptions()
                    .atMost(TableUnderTest.PATIENCE)
                    .until(() -> table.table().status().waiting(), Optional::isPresent);

            assertThat(waiting).get().asString().startsWith("a dead letter cannot be written to " + letters() + ": ");
            assertThat(table.table().status().failure()).isEmpty();
            assertThat(committed(table)).isLessThanOrEqualTo(0);

            TopicEnds.get(kafka.admin()
                    .createTopics(List.of(new NewTopic(letters(), 1, (short) 1).configs(Map.of("retention.ms", "-1"))))
                    .all());
            awaitFound(table, B2001);
            assertLetterOf(1, 0);
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> table.table().status().isReady());
        }
    }

    /** UC-63 (c): the letter is on its way, and no broker there to take it. */
    @Test
    void badRecord_whileTheBrokerOfItsLetterIsDown_isALetterAfterwardsAndLosesNothingBehindIt()
            throws InterruptedException {
        try (TableInstance table = table(LINGERING)) {
            table.start();
            topic.rawAt(1, 1705286400000L, key(A1001), "{bad".getBytes(UTF_8));
            topic.rawAt(1, 1705286401000L, key(B2001), good(B2001));
            await().atMost(TableUnderTest.PATIENCE)
                    .until(() -> table.table().status().counts().deadLetters() > 0);
            assertThat(LogScan.of(kafka, letters(), 1)).as("not sent yet").isEmpty();
            assertThat(committed(table)).isLessThanOrEqualTo(0);

            kafka.stop();
            assertThat(table.table().status().failure()).isEmpty();
            kafka.restart();

            assertLetterOf(1, 0);
            awaitFound(table, B2001);
            await().atMost(TableUnderTest.PATIENCE).until(() -> committed(table) == 2);
        }
    }

    /** Of partition 1; 0 where nothing is committed. */
    private long committed(TableInstance table) {
        return TopicEnds.committed(kafka.admin(), table.mirrorGroup(), contract.topic())
                .getOrDefault(1, 0L);
    }

    /** Once or more, always with the same coordinates. */
    private void assertLetterOf(int partition, long offset) {
        List<ConsumerRecord<byte[], byte[]>> found = await().atMost(TableUnderTest.PATIENCE)
                .until(() -> LogScan.of(kafka, letters(), 1), letters -> !letters.isEmpty());
        assertThat(found).allSatisfy(letter -> {
            assertThat(text(letter, "keyfold.partition")).isEqualTo(Integer.toString(partition));
            assertThat(text(letter, "keyfold.offset")).isEqualTo(Long.toString(offset));
        });
    }
}
