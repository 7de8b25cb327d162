package io.keyfold.risk;

import static io.keyfold.risk.RiskServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.row.RowKey;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.FastCompaction;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service is away until compaction has removed every trace of some deletes: until an audit has passed it decides nothing, as it is
 * set to; then what the voided items came to is gone from exposures and alerts.
 */
@ExtendWith(KeyfoldKafkaExtension.class)
final class SweptAlertsIT {

    private static final int OTHERS = 60;

    private static void upsert(UpsertTopic topic, String order, String item, String user, String amount) {
        topic.upsert(order, item, user, "S1", 1, new BigDecimal(amount), "PAID", LocalDateTime.of(2024, 1, 15, 10, 30));
    }

    private static int items(RiskServer server, String user) {
        return server.json("/v1/risk/users/" + user + "/exposure")
                .path("exposure")
                .path("items")
                .asInt(-1);
    }

    /** Of all partitions together; a sweep must not take it back. */
    private static long positions(JsonNode reply) {
        long sum = 0;
        for (JsonNode position : reply.path("as_of")) {
            sum += position.path("position").longValue();
        }
        return sum;
    }

    private static int alerts(RiskServer server, String user) {
        JsonNode reply = server.json("/v1/risk/users/" + user + "/alerts");
        return reply.path("complete").asBoolean() ? reply.path("alerts").size() : -1;
    }

    @Test
    void zombies_leaveExposuresAndAlerts(KeyfoldKafka kafka, @TempDir Path stateDir) {
        RiskTopics topics = RiskTopics.make(kafka, FastCompaction.topicConfigs(Duration.ofSeconds(6)));
        try (UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), topics.items())) {
            long before;
            try (RiskServer server = RiskServer.start(topics, stateDir, Map.of())) {
                upsert(topic, "Z1", "I01", "Z01", "500.00");
                upsert(topic, "Z1", "I02", "Z01", "12000.00");
                for (int i = 0; i < OTHERS; i++) {
                    upsert(topic, "Y" + i, "I01", "Y01", "1.00");
                }
                await("an alert", () -> items(server, "Z01") == 2 && alerts(server, "Z01") == 1);
                await("the others", () -> items(server, "Y01") == OTHERS);
                before = positions(server.json("/v1/risk/users/Z01/exposure"));
            }
            topic.tombstone("Z1", "I02");
            topic.awaitForgotten(RowKey.of("Z1", "I02"));

            Map<String, Object> slowAndStrict = Map.of(
                    "keyfold.tables.dwd_order_item.audit-bytes-per-second", 1024, "risk.stale-decisions", "refuse");
            try (RiskServer server = RiskServer.start(topics, stateDir, slowAndStrict)) {
                String refused = "until an audit has passed nothing is decided (risk.stale-decisions is refuse)";
                await(
                        "a refusal",
                        () -> server.json("/v1/risk/users/Z01/exposure")
                                .path("detail")
                                .asText()
                                .endsWith(refused));

                await("the voided item to be gone", () -> items(server, "Z01") == 1 && alerts(server, "Z01") == 0);

                assertThat(items(server, "Y01")).isEqualTo(OTHERS);
                JsonNode reply = server.json("/v1/risk/users/Z01/exposure");
                assertThat(reply.path("stale")).isEmpty();
                assertThat(positions(reply)).as("positions").isGreaterThanOrEqualTo(before);
            }
        }
    }
}
