package io.keyfold.risk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A user's exposure, and the alerts that follow from it, are what the upstream job wrote. */
@ExtendWith(KeyfoldKafkaExtension.class)
final class ExposureIT {

    private static void upsert(
            UpsertTopic topic, String itemId, String userId, @Nullable String amount, @Nullable String status) {
        topic.upsert(
                "A1001",
                itemId,
                userId,
                "SKU-9",
                1,
                amount == null ? null : new BigDecimal(amount),
                status,
                LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
    }

    private static void awaitExposure(RiskServer server, String userId, int items, String openAmount) {
        RiskServer.await(userId + " to have " + items + " items of " + openAmount, () -> {
            JsonNode sum = server.json("/v1/risk/users/" + userId + "/exposure").path("exposure");
            return sum.path("items").intValue() == items
                    && sum.path("open_amount").asText().equals(openAmount);
        });
    }

    @Test
    void exposure_insertUpdateMoveDelete_follows(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (RiskServer server = RiskServer.start(kafka, stateDir);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract())) {
            awaitExposure(server, "U01", 0, "0.00");

            upsert(topic, "I01", "U01", "19.90", "CREATED");
            upsert(topic, "I02", "U01", "100.00", "PAID");
            upsert(topic, "I03", "U/2", "0.10", "PAID");
            awaitExposure(server, "U01", 2, "119.90");
            awaitExposure(server, "U%2F2", 1, "0.10");

            upsert(topic, "I02", "U01", "1000.05", "已退款");
            awaitExposure(server, "U01", 2, "19.90");

            upsert(topic, "I01", "U/2", "19.90", null);
            awaitExposure(server, "U01", 1, "0.00");
            awaitExposure(server, "U%2F2", 2, "20.00");

            topic.tombstone("A1001", "I02");
            awaitExposure(server, "U01", 0, "0.00");
            JsonNode reply = server.json("/v1/risk/users/U%2F2/exposure");
            assertThat(reply.path("by_status").toString())
                    .isEqualTo("[{\"status\":\"PAID\",\"items\":1,\"amount\":\"0.10\"},"
                            + "{\"status\":null,\"items\":1,\"amount\":\"19.90\"}]");
            assertThat(reply.path("stale")).isEmpty();
            System.out.println(reply.toPrettyString());
            System.out.println(server.json("/v1/risk/rules").toPrettyString());
            System.out.println(server.json("/v1/risk/users/U%2F2/items").toPrettyString());
            System.out.println(server.post("/v1/risk/evaluate", "{\"order_id\":\"A9\",\"item_id\":\"I1\",\"user_id\":\"U/2\",\"sku_id\":\"S\",\"amount\":20000.00}").body());
        }
    }

    @Test
    void alert_opensAndClosesWithItsCause(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (RiskServer server = RiskServer.start(kafka, stateDir);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract())) {
            upsert(topic, "I01", "U01", "20000.00", "PAID");
            RiskServer.await("an alert", () -> server.json("/v1/risk/users/U01/alerts").path("alerts").size() == 1);
            System.out.println(server.json("/v1/risk/alerts?rule_id=open-amount").toPrettyString());
            System.out.println(server.json("/v1/risk/users/U01/alerts/open-amount").toPrettyString());
            topic.tombstone("A1001", "I01");
            RiskServer.await("no alert", () -> server.json("/v1/risk/users/U01/alerts").path("alerts").isEmpty());
            System.out.println(server.json("/v1/risk/users/U01/alerts/history").toPrettyString());
        }
    }
}
