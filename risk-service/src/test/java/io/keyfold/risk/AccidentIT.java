package io.keyfold.risk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.schemas.TableContract;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import io.keyfold.test.topic.UpsertTransaction;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    /** What is left to each user when the voided items are gone. */
    private static final String RULES =
            "statuses: {cancelled: [], done: []}\nrules: [{id: items, kind: exposure-above, measure: items, limit: "
                    + (ITEMS - VOIDED) / USERS + "}]";

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

    /** What a user has, of items and in all. */
    private record Owned(long items, BigDecimal amount) {

        static final Owned NOTHING = new Owned(0, new BigDecimal("0.00"));

        Owned plus(long more, BigDecimal sum) {
            return new Owned(items + more, amount.add(sum));
        }
    }

    @Test
    void voidedItems_leaveEverySumAndAlert(KeyfoldKafka kafka, @TempDir Path directory) throws IOException {
        RiskTopics topics = RiskTopics.make(kafka);
        Path rules = Files.writeString(directory.resolve("rules.yml"), RULES);
        try (RiskServer server = RiskServer.start(
                        topics, directory.resolve("state"), Map.of("risk.rules-file", rules.toString()));
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), topics.items());
                UpsertTransaction sink = topic.begin()) {
            Map<String, Owned> owned = write(sink);
            RiskServer.await("every user to be in alert", () -> alerts(server) == USERS);

            voidSome(sink, owned);
            RiskServer.await("no user to be in alert", () -> alerts(server) == 0);

            NaiveConsumer naive = readNaively(kafka, topics.items());
            long ours = owned.keySet().stream()
                    .mapToLong(user -> owned(server, user).items())
                    .sum();
            assertThat(naive.valid).hasSize(ITEMS);
            assertThat(naive.valid.size() - ours)
                    .as("voided items that the naive one keeps")
                    .isEqualTo(VOIDED);
            owned.forEach(
                    (user, expected) -> assertThat(owned(server, user)).as(user).isEqualTo(expected));
        }
    }

    /** All items, of which each user has as many. */
    private static Map<String, Owned> write(UpsertTransaction sink) {
        Map<String, Owned> owned = new TreeMap<>();
        LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
        for (int i = 0; i < ITEMS; i++) {
            BigDecimal amount = BigDecimal.valueOf(i, 2);
            sink.upsert("A" + i / 4, "I" + i % 4, "U" + i % USERS, "S" + i % 50, 1, amount, "PAID", now);
            owned.put(
                    "U" + i % USERS,
                    owned.getOrDefault("U" + i % USERS, Owned.NOTHING).plus(1, amount));
            if (i % 1_000 == 999) {
                sink.checkpoint();
            }
        }
        return owned;
    }

    /** Of each user as many again, so that each comes to the limit of the rule. */
    private static void voidSome(UpsertTransaction sink, Map<String, Owned> owned) {
        for (int i = 0; i < VOIDED; i++) {
            int item = ITEMS - 1 - i;
            sink.tombstone("A" + item / 4, "I" + item % 4);
            owned.computeIfPresent(
                    "U" + item % USERS,
                    (user, all) -> all.plus(-1, BigDecimal.valueOf(item, 2).negate()));
        }
        sink.checkpoint();
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

    private static int alerts(RiskServer server) {
        JsonNode reply = server.json("/v1/risk/alerts");
        return reply.path("complete").asBoolean() ? reply.path("alerts").size() : -1;
    }

    private static Owned owned(RiskServer server, String user) {
        JsonNode exposure = server.json("/v1/risk/users/" + user + "/exposure").path("exposure");
        return new Owned(
                exposure.path("items").longValue(),
                new BigDecimal(exposure.path("open_amount").asText()));
    }
}
