package io.keyfold;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keyfold.query.Answer;
import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowJson;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Within a partition the higher offset wins, whatever the timestamps say: live, restored and after compaction. */
class OutOfOrderIT {

    @RegisterExtension
    static final KeyfoldKafkaExtension BROKER = KeyfoldKafkaExtension.builder()
            .brokerConfig("log.cleaner.backoff.ms", "100")
            .brokerConfig("log.cleaner.threads", "1")
            .build();

    private static final Map<String, String> COMPACTED_SOON = Map.of(
            "cleanup.policy", "compact",
            "delete.retention.ms", "500",
            "segment.ms", "100",
            "min.cleanable.dirty.ratio", "0.001",
            "min.compaction.lag.ms", "0");
    private static final long LATER = 1705286500000L;
    private static final long EARLIER = 1705286450000L;
    private static final int PARTITIONS = 6;
    private static final int CHANGED_IN = 1;
    private static final int DELETED_IN = 4;
    private static final int FILLERS = 60;

    private TableInstance subject;
    private UpsertTopic topic;
    private String topicName;
    private KeyfoldKafka kafka;

    @BeforeEach
    void start(KeyfoldKafka newKafka, @TempDir Path stateDir) throws InterruptedException {
        kafka = newKafka;
        topicName = kafka.createTopic("dwd_order_item", PARTITIONS, COMPACTED_SOON);
        TableContract contract = TableContracts.named("dwd_order_item").withTopic(topicName);
        topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
        subject = new TableInstance(
                kafka,
                kafka.uniqueName("order"),
                contract,
                stateDir,
                kafka.createTopic("dead-letters", 1),
                builder -> builder);
        subject.start();
    }

    @AfterEach
    void close() {
        topic.close();
        subject.close();
    }

    /** UC-60: live. */
    @Test
    void olderTimestampBehindANewerOne_live_winsByItsOffset() {
        writeAll();

        assertHighestOffsetsWon();
    }

    /** UC-60: and is counted, by partition. */
    @Test
    void olderTimestamps_live_areCountedByPartition() {
        writeAll();

        assertThat(subject.table().status().partitions())
                .extracting(partition -> partition.tallies().outOfOrderTimestamps())
                .containsExactly(0L, 1L, 0L, 0L, 1L, 0L);
    }

    /** UC-60: rebuilt from the whole log. */
    @Test
    void olderTimestampBehindANewerOne_wiped_winsByItsOffset() throws InterruptedException {
        writeAll();

        subject.restartWiped();

        assertThat(subject.partition(CHANGED_IN).restored()).isPositive();
        assertHighestOffsetsWon();
    }

    /** UC-60: rebuilt from a log from which the cleaner has taken what was overwritten, and the delete. */
    @Test
    void olderTimestampBehindANewerOne_compactedAndWiped_winsByItsOffset() throws InterruptedException {
        writeAll();
        awaitCompacted();
        assertHighestOffsetsWon();

        subject.restartWiped();

        assertHighestOffsetsWon();
    }

    private static byte[] key(String order) {
        return ("{\"order_id\":\"" + order + "\",\"item_id\":\"I02\"}").getBytes(UTF_8);
    }

    private void writeAll() {
        byte[] one = "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"quantity\":1}".getBytes(UTF_8);
        byte[] two = "{\"order_id\":\"A1001\",\"item_id\":\"I02\",\"quantity\":2}".getBytes(UTF_8);
        topic.rawAt(CHANGED_IN, LATER, key("A1001"), one);
        RecordPosition changed = topic.rawAt(CHANGED_IN, EARLIER, key("A1001"), two);
        topic.rawAt(DELETED_IN, LATER, key("A1002"), key("A1002"));
        RecordPosition deleted = topic.rawAt(DELETED_IN, EARLIER, key("A1002"), null);
        subject.awaitApplied(changed);
        subject.awaitApplied(deleted);
    }

    private void assertHighestOffsetsWon() {
        Answer<RowJson> changed = subject.table().get(RowKey.of("A1001", "I02"));
        assertThat(changed).isInstanceOf(Answer.Found.class);
        assertThat(((Answer.Found<RowJson>) changed).row().value().text()).contains("\"quantity\":2");
        assertThat(subject.table().get(RowKey.of("A1002", "I02"))).isInstanceOf(Answer.Absent.class);
    }

    /** Filler to every partition, until nothing is left of what was overwritten: the cleaner takes up dirty logs alone. */
    private void awaitCompacted() {
        await().atMost(TableUnderTest.PATIENCE)
                .pollInterval(Duration.ofMillis(150))
                .until(() -> {
                    for (int i = 0; i < FILLERS; i++) {
                        topic.raw(key("F" + i), key("F" + i));
                    }
                    List<ConsumerRecord<byte[], byte[]>> log = LogScan.of(kafka, topicName, PARTITIONS);
                    return count(log, "A1001") == 1 && count(log, "A1002") == 0;
                });
    }

    private static long count(List<ConsumerRecord<byte[], byte[]>> log, String order) {
        return log.stream()
                .filter(record -> new String(record.key(), UTF_8).contains("\"" + order + "\""))
                .count();
    }
}
