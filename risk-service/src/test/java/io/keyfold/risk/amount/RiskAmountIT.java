package io.keyfold.risk.amount;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keyfold.client.ClientTable;
import io.keyfold.query.Answer;
import io.keyfold.query.Scan;
import io.keyfold.risk.RiskServer;
import io.keyfold.risk.item.OrderItem;
import io.keyfold.row.RowKey;
import io.keyfold.test.KeyfoldKafka;
import io.keyfold.test.KeyfoldKafkaExtension;
import io.keyfold.test.topic.UpsertTopic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A user's amount follows what the upstream job writes. */
@ExtendWith(KeyfoldKafkaExtension.class)
final class RiskAmountIT {

    private static final ObjectMapper JSON = new ObjectMapper();

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
                LocalDateTime.of(2024, 1, 15, 10, 30));
    }

    private static JsonNode amount(RiskServer server, String userId) {
        try {
            return JSON.readTree(
                    server.get("/v1/risk/users/" + userId + "/amount").body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitAmount(RiskServer server, String userId, int items, String amount) {
        RiskServer.await(userId + " to have " + items + " items of " + amount, () -> {
            JsonNode reply = amount(server, userId);
            return reply.path("items").intValue() == items
                    && reply.path("amount").asText().equals(amount);
        });
    }

    @Test
    void amount_insertUpdateMoveDelete_follows(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (RiskServer server = RiskServer.start(kafka, stateDir);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract())) {
            awaitAmount(server, "U01", 0, "0.00");

            upsert(topic, "I01", "U01", "19.90", "CREATED");
            upsert(topic, "I02", "U01", "100.00", "PAID");
            upsert(topic, "I03", "U/2", "0.10", "PAID");
            awaitAmount(server, "U01", 2, "119.90");
            awaitAmount(server, "U%2F2", 1, "0.10");

            upsert(topic, "I02", "U01", "1000000.05", "已退款");
            awaitAmount(server, "U01", 2, "1000019.95");

            upsert(topic, "I01", "U/2", "19.90", null);
            awaitAmount(server, "U01", 1, "1000000.05");
            awaitAmount(server, "U%2F2", 2, "20.00");

            topic.tombstone("A1001", "I02");
            awaitAmount(server, "U01", 0, "0.00");

            ClientTable<OrderItem> items =
                    server.client().table(server.contract()).as(OrderItem.class);
            assertThat(items.get(RowKey.of("A1001", "I02"))).isInstanceOf(Answer.Absent.class);
            assertThat(items.scan(Scan.prefix("A1001")).entries())
                    .extracting(row -> row.value().userId())
                    .containsExactly("U/2", "U/2");
        }
    }

    @Test
    void amount_reply_saysWhatItCovers(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (RiskServer server = RiskServer.start(kafka, stateDir);
                UpsertTopic topic = UpsertTopic.open(kafka.bootstrapServers(), server.contract())) {
            upsert(topic, "I01", "U01", "19.90", "PAID");
            upsert(topic, "I02", "U01", null, null);
            awaitAmount(server, "U01", 2, "19.90");

            JsonNode reply = amount(server, "U01");

            assertThat(reply.path("user_id").textValue()).isEqualTo("U01");
            assertThat(reply.path("complete").booleanValue()).isTrue();
            assertThat(reply.path("missing")).isEmpty();
            assertThat(reply.path("as_of")).hasSize(3);
            assertThat(reply.path("by_status").toString())
                    .isEqualTo("[{\"status\":\"PAID\",\"items\":1,\"amount\":\"19.90\"},"
                            + "{\"status\":null,\"items\":1,\"amount\":\"0.00\"}]");
        }
    }

    @Test
    void openApi_document_describesBothDoorsAndLoadsNothingFromElsewhere(KeyfoldKafka kafka, @TempDir Path stateDir) {
        try (RiskServer server = RiskServer.start(kafka, stateDir)) {
            String document = server.get("/swagger/risk-service-v1.yml").body();
            String page = server.get("/swagger-ui").body();

            assertThat(document)
                    .contains("/v1/risk/users/{user_id}/amount:")
                    .contains("/v1/tables:")
                    .contains("/v1/tables/{table}/rows:")
                    .contains("/v1/tables/{table}/rows/{key}:")
                    .contains("application/problem+json");
            assertThat(page).contains("/swagger/risk-service-v1.yml").doesNotContain("https://");
            assertThat(server.get("/webjars/swagger-ui/swagger-ui-bundle.js").statusCode())
                    .isEqualTo(200);
        }
    }
}
