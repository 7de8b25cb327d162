package io.keyfold.test.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keyfold.row.RecordPosition;
import io.keyfold.row.RowKey;
import io.keyfold.schemas.TableContract;
import io.keyfold.schemas.TableContracts;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(KeyfoldKafkaExtension.class)
class FastCompactionIT {

    private static final int PARTITIONS = 2;
    private static final String KEPT = "{\"order_id\":\"A1\",\"item_id\":\"I1\"}";
    private static final String DELETED = "{\"order_id\":\"A1\",\"item_id\":\"I2\"}";

    @Test
    void awaitForgotten_deletedKey_isGoneAndOthersAreKept(KeyfoldKafka kafka) {
        TableContract contract = kafka.createTable(
                TableContracts.named("dwd_order_item"),
                PARTITIONS,
                FastCompaction.topicConfigs(Duration.ofMillis(500)));
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract)) {
            topic.upsert(Map.of("order_id", "A1", "item_id", "I1"));
            topic.upsert(Map.of("order_id", "A1", "item_id", "I2"));
            topic.tombstone("A1", "I2");

            topic.awaitForgotten(RowKey.of("A1", "I2"));
        }

        assertThat(keys(kafka, contract.topic())).contains(KEPT).doesNotContain(DELETED);
    }

    @Test
    void awaitForgotten_ownFiller_isWrittenUntilTheKeyIsGone(KeyfoldKafka kafka) {
        TableContract contract = kafka.createTable(
                TableContracts.named("dwd_order_item"), 1, FastCompaction.topicConfigs(Duration.ZERO));
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract)) {
            topic.upsert(Map.of("order_id", "A1", "item_id", "I2"));
            topic.tombstone("A1", "I2");

            topic.awaitForgotten(own -> own.upsert(Map.of("order_id", "A1", "item_id", "I1")), RowKey.of("A1", "I2"));
        }

        assertThat(keys(kafka, contract.topic())).containsOnly(KEPT);
    }

    @Test
    void awaitForgotten_topicThatKeepsAll_tellsWhatIsThere(KeyfoldKafka kafka) {
        TableContract contract = kafka.createTable(TableContracts.named("dwd_order_item"), 1);
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract)) {
            RecordPosition row = topic.upsert(Map.of("order_id", "A1", "item_id", "I2"));
            RecordPosition tombstone = topic.tombstone("A1", "I2");

            assertThatThrownBy(() -> topic.awaitForgotten(
                            own -> own.tombstone("A1", "I1"), Duration.ZERO, RowKey.of("A1", "I2")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Cannot see the keys forgotten by " + contract.topic()
                            + ": after PT0S and 1 rounds of filler its log has 3 records, among them their rows at ["
                            + row + "] and tombstones at [" + tombstone
                            + "]; see that they were deleted, that the topic is configured as FastCompaction says, and"
                            + " that the broker's log.cleaner.backoff.ms is short");
        }
    }

    @Test
    void topicConfigs_negativeRetention_isRefused() {
        assertThatThrownBy(() -> FastCompaction.topicConfigs(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deleteRetention: PT-0.001S (expected: PT0S or more)");
    }

    private static Set<String> keys(KeyfoldKafka kafka, String topic) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                new StringDeserializer(),
                new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Set<String> keys = new HashSet<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
                    keys.add(record.key());
                }
            }
            return keys;
        }
    }
}
