package io.keyfold.risk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The accident that the article tells of: a consumer that passed over nulls kept more than three hundred voided items valid.
 * Here 300 of 10,000 are voided; that consumer is kept beside the service.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
final class AccidentIT {

    private static final int ITEMS = 10_000;
    private static final int VOIDED = 300;
    private static final int USERS = 20;

    /** Whose items are still valid, by the topic's records alone. */
    private static final class NaiveConsumer {

        private static final ObjectMapper JSON = new ObjectMapper();

        private final Map<String, String> valid = new HashMap<>();

        void read(ConsumerRecord<byte[], byte[]> record) throws IOException {
            if (record.value() == null) {
                return; // as in the article: if (value == null) continue;
            }
            valid.put(
                    JSON.readTree(record.key()).toString(),
                    JSON.readTree(record.value()).path("user_id").asText());
        }
    }

    @Test
    void voidedItems_leaveEverySum(KeyfoldKafka kafka, @TempDir Path stateDir) throws IOException {
        RiskTopics topics = RiskTopics.make(kafka);
        Map<String, Long> expected = write(kafka, topics.items());

        NaiveConsumer naive = readNaively(kafka, topics.items());
        try (RiskServer server = RiskServer.start(topics, stateDir, Map.of())) {
            RiskServer.await("every item to be in a sum", () -> items(server) == ITEMS - VOIDED);

            assertThat(naive.valid).hasSize(ITEMS);
            assertThat(naive.valid.size() - items(server))
                    .as("voided items that the naive one keeps")
                    .isEqualTo(VOIDED);
            expected.forEach(
                    (user, items) -> assertThat(items(server, user)).as(user).isEqualTo(items));
        }
    }

    /** Gives how many items of each user are left. */
    private static Map<String, Long> write(KeyfoldKafka kafka, TableContract contract) {
        Map<String, Long> left = new HashMap<>();
        List<Integer> order = new ArrayList<>();
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), contract);
                UpsertTransaction sink = topic.begin()) {
            for (int i = 0; i < ITEMS; i++) {
                order.add(i);
                sink.upsert(
                        "A" + i / 4,
                        "I" + i % 4,
                        "U" + i % USERS,
                        "S" + i % 50,
                        1,
                        BigDecimal.valueOf(i, 2),
                        "PAID",
                        LocalDateTime.of(2024, 1, 15, 10, 30));
                left.merge("U" + i % USERS, 1L, Long::sum);
                if (i % 1_000 == 999) {
                    sink.checkpoint();
                }
            }
            java.util.Collections.shuffle(order, new Random(42));
            for (int i : order.subList(0, VOIDED)) {
                sink.tombstone("A" + i / 4, "I" + i % 4);
                left.merge("U" + i % USERS, -1L, Long::sum);
            }
            sink.checkpoint();
        }
        return left;
    }

    private static NaiveConsumer readNaively(KeyfoldKafka kafka, TableContract contract) throws IOException {
        NaiveConsumer naive = new NaiveConsumer();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(contract.topic()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    naive.read(record);
                }
            }
        }
        return naive;
    }

    private static long items(RiskServer server) {
        long items = 0;
        for (int user = 0; user < USERS; user++) {
            items += items(server, "U" + user);
        }
        return items;
    }

    private static long items(RiskServer server, String user) {
        return server.json("/v1/risk/users/" + user + "/exposure")
                .path("exposure")
                .path("items")
                .longValue();
    }
}
